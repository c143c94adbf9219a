"""Doses, spans, times, dates and medicines in brackets at the end of lines without a number: they have too few.

What stands around the fact is people's text; the fact is written as the language writes it.
"""
import re
from random import Random

import quantities
from lines import TERMS, WORDS, Line
from quantities import OTHER_SPAN, UNITS

POINT = {"ar", "bn", "en", "fa", "hi", "ur", "zh"}
# The form beside 5 to 9.
FORM = {"bn": 0, "eu": 0, "fa": 0, "pl": 2, "ru": 2, "tr": 0, "uk": 2, "zh": 0}
END = re.compile(r"[.。।۔]$")


def exchanged(random: Random):
    """Blood pressure, and how much how often."""
    high, low = random.randint(100, 180), random.randint(55, 95)
    often, much = random.randint(2, 6), random.choice([50, 75, 125, 250, 400])
    facts = [(f"{high}/{low}", f"{low}/{high}"), (f"{often} × {much} mg", f"{much} × {often} mg")]
    right, wrong = random.choice(facts)
    return lambda language: right, lambda language: wrong


def decimal(random: Random):
    whole, part, unit = random.randint(1, 9), random.randint(1, 9), random.choice(["mg", "ml", "kg", "g"])
    wrong = random.choice([f"{whole}{part} {unit}", f"0.{whole}{part} {unit}"])
    return (lambda language: pointed(f"{whole}.{part} {unit}", language)), lambda language: pointed(wrong, language)


def pointed(text: str, language: str) -> str:
    return text if language in POINT else text.replace(".", ",")


def unit(random: Random):
    amount, count = random.choice([5, 10, 20, 40, 250, 500]), random.randint(5, 9)
    symbol, span = random.choice(["mg", "g", "ml", "l", "kg"]), random.randint(1, 6)
    if random.random() < 0.5:
        return lambda language: f"{amount} {symbol}", lambda language: f"{amount} {UNITS[symbol]}"
    return lambda language: f"{count} {form(language, span)}", lambda language: f"{count} {form(language, OTHER_SPAN[span])}"


def form(language: str, span: int) -> str:
    forms = WORDS[language]["spans"][span]
    return forms[min(FORM.get(language, 1), len(forms) - 1)]


def time(random: Random):
    hour, minute = random.randint(7, 21), random.choice([0, 10, 15, 20, 30, 45])
    other = random.choice([f"{(hour + random.randint(1, 11)) % 24:02d}:{minute:02d}", f"{hour:02d}:{(minute + 5) % 60:02d}"])
    return lambda language: f"{hour:02d}:{minute:02d}", lambda language: other


def date(random: Random):
    day, month, other = random.randint(2, 28), random.randint(0, 11), random.randint(1, 11)
    is_day = random.random() < 0.5
    wrong = ((day + other - 1) % 28 + 1, month) if is_day else (day, (month + other) % 12)
    return lambda language: dated(day, month, language), lambda language: dated(*wrong, language)


def dated(day: int, month: int, language: str) -> str:
    if language == "zh":
        return f"{month + 1}月{day}日"
    name = quantities.names(language, "mon")[month]
    forms = {"de": f"{day}. {name}", "eu": f"{name}k {day}"}
    forms |= {romance: f"{day} de {name.lower()}" for romance in ("es", "gl", "pt")}
    return forms.get(language, f"{day} {name}")


def medicine(random: Random):
    right, wrong = random.sample(range(6), 2)
    return lambda language: TERMS["medicines"][language][right], lambda language: TERMS["medicines"][language][wrong]


LAWS = {
    "fact-exchanged": exchanged, "fact-decimal": decimal, "fact-unit": unit, "fact-time": time, "fact-date": date,
    "fact-medicine": medicine}


def with_fact(kind: str, line: Line, random: Random) -> tuple[Line, str] | None:
    """The line with a right fact on both sides, and its translation with a wrong one."""
    if re.search(r"[\d()]", line.source + line.translation):
        return None
    if not END.search(line.source) or not END.search(line.translation):
        return None
    right, wrong = LAWS[kind](random)
    source = put(line.source, right(line.language), line.language)
    translation = put(line.translation, right(line.to), line.to)
    return Line(source, line.language, translation, line.to), put(line.translation, wrong(line.to), line.to)


def put(text: str, fact: str, language: str) -> str:
    return f"{text[:-1]}（{fact}）{text[-1]}" if language == "zh" else f"{text[:-1]} ({fact}){text[-1]}"
