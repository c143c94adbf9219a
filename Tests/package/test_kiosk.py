"""sabir-kiosk: what of it needs no screen. The rest is in test_computer.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "config/kiosk"


def shown(folder, **settings):
    """The service's program with these settings, as far as it comes without Cage."""
    return subprocess.run(
        [sys.executable, str(SOURCE / "show")], capture_output=True, text=True, timeout=60, check=False,
        env={"PATH": "/nowhere", "RUNTIME_DIRECTORY": str(folder), **settings})


@pytest.mark.parametrize(("settings", "sentence"), [
    ({"NODE": "file:///etc/passwd"}, 'NODE is "file:///etc/passwd"'), ({"NODE": "http://10.0.0.1:8275/x"}, "NODE is"),
    ({"SHOWS": "/staff"}, "such as /kiosk/Reception or /two/Reception"), ({"SHOWS": "/kiosk/../staff"}, "SHOWS is"),
    ({"SHOWS": "/kiosk/Reception --remote-debugging-port=1"}, "SHOWS is"), ({"KEYBOARD": "es; x"}, "KEYBOARD is")])  # fmt: skip
def test_a_setting_that_is_none_is_refused_in_a_sentence(tmp_path, settings, sentence):
    tried = shown(tmp_path, **settings)
    assert tried.returncode == 1 and sentence in tried.stderr and "/etc/default/sabir-kiosk" in tried.stderr
    assert list(tmp_path.iterdir()) == []


LEADS_AWAY = ("Control_", "Alt_", "Super_", "Escape", "F11", "Menu", "XF86Switch_VT", "XF86Back", "XF86HomePage", "XF86Search")


def symbols_of(rules, layout):
    made = subprocess.run(
        ["xkbcli", "compile-keymap", "--rules", rules, "--layout", layout], capture_output=True, text=True, timeout=60, check=True,
        env={**os.environ, "XKB_CONFIG_EXTRA_PATH": str(SOURCE / "xkb")}).stdout
    return made[made.index("xkb_symbols"):]


@pytest.mark.parametrize("layout", ["us", "es", "fr", "de", "ru"])
def test_its_keyboard_writes_and_has_no_key_that_leads_away(layout):
    symbols, usual = symbols_of("sabir-closed", layout), symbols_of("evdev", layout)
    for name in LEADS_AWAY:
        assert name in usual and name not in symbols, name
    assert "modifier_map Control" in usual and "modifier_map Control" not in symbols
    letter = next(line for line in usual.splitlines() if "<AC01>" in line)
    assert letter in symbols and "ISO_Level3_Shift" in symbols
