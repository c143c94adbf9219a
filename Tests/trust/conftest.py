"""The modules of scripts/bench/trust, with months of its own instead of those of Debian's package `locales`."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts/lib/trust"))

MONTHS = {"en_GB": "January February March", "es_ES": "enero febrero marzo", "ru_RU": "января февраля марта"}


@pytest.fixture(autouse=True)
def months(tmp_path, monkeypatch):
    import quantities

    for name, words in MONTHS.items():
        coded = ";/\n".join(f'"{word}"' if word.isascii() else code(word) for word in words.split())
        (tmp_path / name).write_text(f'mon_grouping 3;3\nday "none"\nmon {coded}\n')
    monkeypatch.setattr(quantities, "locales_folder", tmp_path)
    quantities.names.cache_clear()
    yield
    quantities.names.cache_clear()


def code(word: str) -> str:
    return '"' + "".join(f"<U{ord(c):04X}>" for c in word) + '"'
