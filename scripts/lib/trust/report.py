"""Tables of what was found."""
from collections import Counter, defaultdict
from math import sqrt

from debian import SETTINGS
from facts import LAWS as FACTS
from laws import LAWS

KINDS = [*LAWS, *FACTS]
MARGINS = SETTINGS["margins"]
DROPS = ("head-lost", "middle-lost", "end-lost", "half-lost", "sentence-lost")


def wilson(count: int, of: int) -> tuple[float, float]:
    """Interval of 95 %, in percent, of a share that was found (E. B. Wilson, 1927)."""
    if not of:
        return 0, 100
    z, share = 1.96, count / of
    middle, width = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0, 100 * (middle - width) / (1 + z * z / of)), 100 * (middle + width) / (1 + z * z / of)


class Share:
    """How many of how many."""

    def __init__(self, count: int = 0, of: int = 0):
        self.count, self.of = count, of

    def add(self, counts: bool) -> None:
        self.count, self.of = self.count + counts, self.of + 1

    def __add__(self, other: "Share") -> "Share":
        return Share(self.count + other.count, self.of + other.of)

    @property
    def percent(self) -> float:
        return 100 * self.count / self.of if self.of else 0

    def text(self, is_long: bool = False) -> str:
        if self.of < 10:
            return "–"
        digits = 1 if self.percent < 20 else 0
        low, high = wilson(self.count, self.of)
        return f"{self.percent:.{digits}f}" + (f" ({low:.1f}–{high:.1f})" if is_long else "")


class Report:
    """By language, of whom reads (`to`) or who writes (`from`)."""

    def __init__(self, by: str):
        self.by = by
        self.silent: dict[tuple[str, str], Share] = defaultdict(Share)
        self.doubted: dict[str, Share] = defaultdict(Share)
        self.english_doubted: dict[str, Share] = defaultdict(Share)
        self.facts_doubted: dict[str, Share] = defaultdict(Share)
        self.unchecked: dict[str, Share] = defaultdict(Share)
        self.reasons: dict[str, Counter] = defaultdict(Counter)
        self.times: list[int] = []

    def add(self, row: dict, answer: dict, before: dict | None) -> None:
        language = row[self.by]
        self.times.append(answer["nanoseconds"])
        if before is None:
            self.doubted[language].add(bool(answer["warnings"]))
            if "en" in (row["from"], row["to"]):
                self.english_doubted[language].add(bool(answer["warnings"]))
            self.unchecked[language].add(not answer["checked"])
            self.reasons[language].update({warning["kind"] for warning in answer["warnings"]})
            return
        if row["kind"] in FACTS:
            self.facts_doubted[language].add(bool(before["warnings"]))
        if not before["warnings"]:
            self.silent[language, row["kind"]].add(not answer["warnings"])

    def languages(self) -> list[str]:
        return sorted(self.doubted)

    def all_silent(self, kind: str) -> Share:
        return sum((share for (_, found), share in self.silent.items() if found == kind), Share())

    def table(self) -> str:
        """Silent ones in percent, kinds by languages; then the right lines that were doubted."""
        languages = self.languages()
        lines = ["| silent, % | all (95 %) | " + " | ".join(languages) + " |", "|---" * (len(languages) + 2) + "|"]
        for kind in KINDS:
            cells = [self.silent[language, kind].text() for language in languages]
            lines.append(f"| {kind} | {self.all_silent(kind).text(True)} | " + " | ".join(cells) + " |")
        lines += [
            "", "| language | right lines | doubted, % (95 %) | beside English | with a fact put in | not checked, % "
            "| dropped, found % | doubted for |", "|---|---|---|---|---|---|---|---|"]
        for language in languages:
            dropped = sum((self.silent[language, kind] for kind in DROPS), Share())
            reasons = ", ".join(f"{kind} {count}" for kind, count in self.reasons[language].most_common(5))
            cells = [
                share[language].text()
                for share in (self.english_doubted, self.facts_doubted, self.unchecked)]
            lines.append(
                f"| {language} | {self.doubted[language].of} | {self.doubted[language].text(True)} | "
                + " | ".join(cells) + f" | {100 - dropped.percent:.0f} | {reasons} |")
        everyone = sum(self.doubted.values(), Share())
        rest = " | ".join(
            sum(part.values(), Share()).text() for part in (self.english_doubted, self.facts_doubted, self.unchecked))
        lines.append(f"| all | {everyone.of} | {everyone.text(True)} | {rest} | | |")
        times = sorted(self.times) or [0]
        lines += ["", f"{len(times)} lines; one takes {times[len(times) // 2] / 1000:.0f} µs in the median, "
                  f"{times[len(times) * 99 // 100] / 1000:.0f} µs p99."]
        return "\n".join(lines)

    def margins(self) -> str:
        """What is wanted and not met, worst first."""
        missed = []
        for language in self.languages():
            shares = [("false_alarms", self.doubted[language]), ("unchecked", self.unchecked[language])]
            shares += [(kind, self.silent[language, kind]) for kind in KINDS if kind in MARGINS]
            missed += [
                (share.percent - MARGINS[name], f"{language} {name} {share.text(True)} > {MARGINS[name]}")
                for name, share in shares if share.of >= 10 and share.percent > MARGINS[name]]
        worst = [text for _, text in sorted(missed, reverse=True)]
        return f"{len(worst)} margins are missed" + (":\n" + "\n".join(worst[:40]) if worst else ".")

    def cells(self) -> dict:
        def plain(share: Share) -> list[int]:
            return [share.count, share.of]
        return {
            "doubted": {language: plain(share) for language, share in self.doubted.items()},
            "unchecked": {language: plain(share) for language, share in self.unchecked.items()},
            "silent": {f"{language} {kind}": plain(share) for (language, kind), share in self.silent.items()}}
