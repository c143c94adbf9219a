#!/usr/bin/env python3
"""Adds to the catalogues in Traditional Chinese what those in Simplified Chinese have and they lack, in the same order;
and to the words for advice on drafts, of which each list is one sentence.

By Debian's `opencc`, and then by the words that Taiwan says otherwise than OpenCC's phrases. Sentences that are there
stay as they are: people may have corrected them. Take one out to have it made anew, and read over what is made.
"""

import json
import re
import subprocess
from pathlib import Path

SHARE = Path(__file__).parents[2] / "share"
FOLDERS = [
    "web/catalogues", "web/catalogues/setup", "web/catalogues/phone", "web/catalogues/review", "interface", "warnings",
    "languages/advice",
]  # fmt: skip
TERMS = [
    ("“", "「"), ("”", "」"), ("臺", "台"), ("天后", "天後"), ("觸控式螢幕幕", "觸碰螢幕"),
    ("重新掃二維碼", "重新掃描二維碼"), ("掃(?!描)", "掃描"), (" ?二維碼 ?", " QR Code "), ("攝像頭", "相機"),
    ("程式碼", "代碼"), ("(?:前台|服務檯)", "櫃台"), ("查詢(?=語言|句子|房間)", "尋找"), ("條", "則"),
    ("配置", "設定檔"), ("證書", "憑證"), ("開啟著", "開著"), ("共享日誌", "共用記錄"), ("窗口", "視窗"),
    ("丟失", "遺失"), ("網路斷開", "網路斷線"), ("連線(已?)斷開", r"連線\1中斷"), ("身份", "身分"), ("撤回", "收回"),
    ("短語手冊，未經稽核", "常用語手冊，未經審核"), ("生成", "產生"), ("通常的埠", "通常的連接埠"), ("振動", "震動"),
    ("終端(?!機)", "終端機"), ("既往病史", "過去病史"), ("命令", "指令"), ("拼寫詞典", "拼字字典"), ("私信", "私訊"),
    ("首次訪問", "首次造訪"), ("(?<!工作人)員工", "工作人員"), ("發送", "傳送"), ("發出(?!聲音|警告)", "送出"),
    ("發(?=得太快|訊息|給任何人)|(?<=再)發(?=一次)", "傳"), ("QR Code 或地址", "QR Code 或網址"),
    ("(?<!數字或)地址", "位址"), ("話(一直)?儲存", r"話\1保留"), ("話不會儲存", "話不會保留"), ("期間儲存", "期間保留"),
    ("裡儲存(?= 24)", "裡保留"), ("千位分隔符", "千分位符號"), (" (?=[，。：；？！、」])|^ | $|(?<=[，。：；？！、「]) (?=QR)", ""),
]  # fmt: skip


def traditional(simplified):
    made = subprocess.run(["opencc", "-c", "s2twp.json"], input=simplified, capture_output=True, check=True, text=True)
    sentences = json.loads(made.stdout)
    return {key: worded(value) for key, value in sentences.items()}


def worded(value):
    if isinstance(value, dict):
        return {form: worded(text) for form, text in value.items()}
    if isinstance(value, list):
        return [worded(one) for one in value]
    for found, term in TERMS:
        value = re.sub(found, term, value)
    return value


for folder in FOLDERS:
    source, own = (SHARE / folder / f"{name}.json" for name in ("zh", "zh-Hant"))
    there = json.loads(own.read_text(encoding="utf-8")) if own.exists() else {}
    sentences = traditional(source.read_text(encoding="utf-8"))
    sentences.update({key: value for key, value in there.items() if key in sentences})
    own.write_text(json.dumps(sentences, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
