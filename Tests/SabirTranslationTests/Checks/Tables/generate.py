#!/usr/bin/env python3
"""Writes the tables of source and translation pairs that the checks are tested with.

    python3 generate.py

Sentences are put together here, translated by the Apertium pairs installed (`apertium -f txt -u`), and the real
answers are then damaged in known ways. Languages without a pair come from hand-written parallel sentences
(parallel.py). One row a pair: verdict (ok or the damage), from, to, source, translation, separated by tabs.
What an engine itself got wrong (WRONG) is left out: it is neither a right answer nor a damage of known kind.
"""
import itertools, pathlib, re, subprocess
from everyday import EVERYDAY
from parallel import PARALLEL, WEEKDAYS, MONTHS, NEGATED

HERE = pathlib.Path(__file__).parent
PAIRS = {"en": ["es", "ca"], "es": ["en", "ca"], "ca": ["es", "en", "fr"], "fr": ["ca"]}
THREE = {"en": "eng", "es": "spa", "ca": "cat", "fr": "fra"}


def translate(source, target, lines):
    run = subprocess.run(["apertium", "-f", "txt", "-u", f"{THREE[source]}-{THREE[target]}"], input="\n\n".join(lines),
                         capture_output=True, text=True, check=True)
    answers = re.split(r"\n\n", run.stdout.rstrip("\n"))
    assert len(answers) == len(lines), (source, target, len(answers), len(lines))
    return answers


def engine_rows(sources):
    """(from, to, source, answer) of every installed pair."""
    for source, lines in sources.items():
        for target in PAIRS[source]:
            for line, answer in zip(lines, translate(source, target, lines)):
                yield source, target, line, answer.strip()


def write(name, rows):
    seen = list(dict.fromkeys(rows))
    assert all("\n" not in cell and "\t" not in cell for row in seen for cell in row)
    (HERE / f"{name}.tsv").write_text("".join("\t".join(row) + "\n" for row in seen), encoding="utf-8")
    good = sum(row[0] == "ok" for row in seen)
    print(f"{name}: {len(seen)} pairs, {good} right, {len(seen) - good} damaged")


def first(pattern, replacement, text):
    damaged, count = re.subn(pattern, replacement, text, count=1)
    return damaged if count and damaged != text else None


def both(pairs, damages, wrong=lambda s, t, a, b: False):
    for source, target, line, answer in pairs:
        if wrong(source, target, line, answer):
            continue
        if LOST.search(answer):
            yield "lost-by-engine", source, target, line, answer
            continue
        yield "ok", source, target, line, answer
        for verdict, damage in damages:
            damaged = damage(target, answer)
            if damaged is not None and damaged != answer:
                yield verdict, source, target, line, damaged


# Numbers

AMOUNTS = ["2", "3", "10", "15", "24", "120", "250", "0.5", "1.5", "2.75", "500", "1000", "36.6"]


def number_sources():
    def commas(number, language):
        return number if language == "en" else number.replace(".", ",")
    templates = {
        "en": ["Take {} tablets after lunch.", "The patient weighs {} kg.", "Your blood sugar is {}.", "Room {} is upstairs.",
               "She has {} children and two cats.", "We need {} ml of water.", "It costs {} euros.", "My temperature is {} degrees."],
        "es": ["Tome {} pastillas después de comer.", "El paciente pesa {} kg.", "La habitación {} está arriba.",
               "Necesitamos {} ml de agua.", "Cuesta {} euros.", "Tiene {} de fiebre desde ayer."],
        "ca": ["Prengui {} pastilles després de dinar.", "El pacient pesa {} kg.", "L'habitació {} és a dalt.",
               "Necessitem {} ml d'aigua.", "Costa {} euros."],
        "fr": ["Prenez {} comprimés après le repas.", "Le patient pèse {} kg.", "La chambre {} est en haut.",
               "Il faut {} ml d'eau.", "Cela coûte {} euros."],
    }
    words = {
        "en": ["I have two children.", "Come back in three days.", "She is twenty-five years old.", "Take one tablet.",
               "The first door on the left.", "It is the 2nd floor.", "Drink half a glass of water.", "Twelve people are waiting.",
               "I have had pain for six weeks.", "There are thirty beds.", "My blood pressure is 120/80.", "Take 1 to 2 tablets.",
               "1. Sign here.", "The number is 612 345 678.", "Drink ½ glass.", "Vitamin B12 is low.", "He has four brothers and five sisters."],
        "es": ["Tengo dos hijos.", "Vuelva dentro de tres días.", "Tiene veinticinco años.", "Tome una pastilla.",
               "La primera puerta a la izquierda.", "Es el 2.º piso.", "Beba medio vaso de agua.", "Doce personas esperan.",
               "Hace seis semanas que me duele.", "Hay treinta camas.", "La tensión es 120/80.", "El teléfono es 612 345 678.",
               "Tiene treinta y cinco años.", "Cuesta 1.500 euros.", "Son 12.000 personas.", "Beba ½ vaso."],
        "ca": ["Tinc dos fills.", "Torni d'aquí a tres dies.", "Té vint-i-cinc anys.", "Prengui una pastilla.",
               "La primera porta a l'esquerra.", "Begui mig got d'aigua.", "Hi ha trenta llits.", "La tensió és 120/80.",
               "El telèfon és 612 345 678.", "Costa 1.500 euros."],
        "fr": ["J'ai deux enfants.", "Revenez dans trois jours.", "Elle a vingt-cinq ans.", "Prenez un comprimé.",
               "La première porte à gauche.", "Il y a trente lits.", "La tension est de 120/80.", "Cela coûte 1 500 euros."],
    }
    return {l: [t.format(commas(a, l)) for t in ts for a in AMOUNTS] + words[l] for l, ts in templates.items()}


WORDS = {"es": [("dos", "doce"), ("tres", "trece"), ("veinticinco", "cincuenta y dos"), ("seis", "dieciséis"), ("treinta", "trece"), ("doce", "dos")],
         "ca": [("dos", "dotze"), ("tres", "tretze"), ("vint-i-cinc", "cinquanta-dos"), ("sis", "setze"), ("trenta", "tretze")],
         "en": [("two", "twelve"), ("three", "thirteen"), ("twenty-five", "fifty-two"), ("six", "sixteen"), ("thirty", "thirteen")],
         "fr": [("deux", "douze"), ("trois", "treize"), ("vingt-cinq", "cinquante-deux"), ("trente", "treize")]}


def other_word(target, text):
    for word, other in WORDS.get(target, []):
        damaged = first(rf"\b{word}\b(?!-)", other, text)
        if damaged:
            return damaged
    return None


NUMBER_DAMAGES = [
    ("digit-changed", lambda t, a: first(r"\d(?=\D*$)", lambda m: str((int(m[0]) + 3) % 10), a)),
    ("zero-added", lambda t, a: first(r"(?<![\d.,])(\d+)(?![\d.,/]|\s\d)", r"\g<1>0", a)),
    ("number-dropped", lambda t, a: first(r"\d+(?:[.,/\s]\d+)*\s*", "", a)),
    ("point-lost", lambda t, a: first(r"(\d)[.,](\d)(?!\d\d)", r"\1\2", a)),
    ("word-changed", other_word),
]

# Units

def unit_sources():
    doses = ["5 mg", "20 mg", "500 mg", "10 ml", "2 g", "250 µg", "1,5 l", "37 °C", "70 kg", "8 %", "30 cm", "15 mmol"]
    spans = {"en": ["8 hours", "5 days", "3 weeks", "10 minutes", "6 months"], "es": ["8 horas", "5 días", "3 semanas", "10 minutos", "6 meses"],
             "ca": ["8 hores", "5 dies", "3 setmanes", "10 minuts", "6 mesos"], "fr": ["8 heures", "5 jours", "3 semaines", "10 minutes", "6 mois"]}
    dose = {"en": ["The dose is {}.", "Write down {} in the book.", "The doctor said {} and not more."], "es": ["La dosis es de {}.", "Apunte {} en el libro."],
            "ca": ["La dosi és de {}.", "Apunti {} al llibre."], "fr": ["La dose est de {}.", "Notez {} dans le livre."]}
    span = {"en": ["Wait for {}.", "The pain began {} ago.", "Take it every {}."], "es": ["Espere {}.", "El dolor empezó hace {}.", "Tómelo cada {}."],
            "ca": ["Esperi {}.", "El dolor va començar fa {}.", "Prengui'l cada {}."], "fr": ["Attendez {}.", "La douleur dure depuis {}.", "Prenez-le toutes les {}."]}
    return {l: [t.format(d if l != "en" else d.replace(",", ".")) for t in dose[l] for d in doses] + [t.format(s) for t in span[l] for s in spans[l]] for l in dose}


UNIT_NAMES = {"es": {"hora": "día", "horas": "días", "día": "semana", "días": "horas", "semanas": "meses", "minutos": "horas", "meses": "años"},
              "ca": {"hora": "dia", "hores": "dies", "dies": "hores", "setmanes": "mesos", "minuts": "hores", "mesos": "anys"},
              "en": {"hours": "days", "days": "hours", "weeks": "months", "minutes": "hours", "months": "years"},
              "fr": {"heures": "jours", "jours": "heures", "semaines": "mois", "minutes": "heures", "mois": "ans"}}
SYMBOLS = {"mg": "g", "ml": "l", "g": "kg", "µg": "mg", "l": "ml", "°C": "°F", "kg": "g", "%": "mg", "cm": "m", "mmol": "mol"}


def other_symbol(target, text):
    return first(r"(?<=\d )(mg|mmol|ml|g|µg|l|°C|kg|%|cm)(?!\w)", lambda m: SYMBOLS[m[0]], text)


def other_unit(target, text):
    names = UNIT_NAMES[target]
    return first(r"(?<=\d )(" + "|".join(sorted(names, key=len, reverse=True)) + r")\b", lambda m: names[m[0]], text)


UNIT_DAMAGES = [
    ("symbol-changed", other_symbol), ("unit-changed", other_unit),
    ("unit-dropped", lambda t, a: first(r"(?<=\d) (mg|mmol|ml|g|µg|l|°C|kg|%|cm)(?!\w)", "", a)),
    ("amount-changed", lambda t, a: first(r"(\d+)(?= ?(mg|mmol|ml|g|µg|l|°C|kg|%|cm)(?!\w))", lambda m: str(int(m[0]) + 7), a)),
]

# Times and dates

def time_sources():
    hours = ["7:30", "8:15", "9:45", "11:20", "14:30", "19:05", "21:00"]
    sentence = {"en": ["The doctor comes at {}.", "The appointment is at {} on {}."], "es": ["El médico viene a las {}.", "La cita es a las {} el {}."],
                "ca": ["El metge ve a les {}.", "La cita és a les {} {}."], "fr": ["Le médecin vient à {}.", "Le rendez-vous est à {} {}."]}
    dated = {"en": ["Come back on {day} {month}.", "The baby was born on {month} {day}, 2024.", "The test is on {weekday}, {day} {month}."],
             "es": ["Vuelva el {day} de {month}.", "El bebé nació el {day} de {month} de 2024.", "La prueba es el {weekday} {day} de {month}."],
             "ca": ["Torni el {day} de {month}.", "El nadó va néixer el {day} de {month} de 2024.", "La prova és {weekday} {day} de {month}."],
             "fr": ["Revenez le {day} {month}.", "Le bébé est né le {day} {month} 2024.", "L'examen est le {weekday} {day} {month}."]}
    extra = {"en": ["Come at 8 in the morning.", "We open at 9 am.", "We close at 5 pm.", "The visit is at 12/05/2025.", "Come on Monday.", "See you in September."],
             "es": ["Venga a las 8 de la mañana.", "Cerramos a las 5 de la tarde.", "La visita es el 12/05/2025.", "Venga el lunes.", "Nos vemos en septiembre.", "A las 10 de la noche."],
             "ca": ["Vingui a les 8 del matí.", "Tanquem a les 5 de la tarda.", "La visita és el 12/05/2025.", "Vingui dilluns.", "Ens veiem al setembre."],
             "fr": ["Venez à 8 heures du matin.", "La visite est le 12/05/2025.", "Venez lundi.", "Nous fermons à 17 h 30.", "On se voit en septembre."]}
    sources = {}
    for l in sentence:
        lines = [sentence[l][0].format(h) for h in hours]
        lines += [sentence[l][1].format(h, d) for h, d in zip(hours, WEEKDAYS[l])]
        for i, month in enumerate(MONTHS[l]):
            for t in dated[l]:
                lines.append(t.format(day=3 + 2 * i, month=month, weekday=WEEKDAYS[l][i % 7]))
        sources[l] = lines + extra[l]
    return sources


def other_name(names):
    def damage(target, text):
        for i, name in enumerate(names.get(target, [])):
            damaged = first(rf"(?i)\b{name}\b", names[target][(i + 2) % len(names[target])], text)
            if damaged:
                return damaged
        return None
    return damage


TIME_DAMAGES = [
    ("minutes-changed", lambda t, a: first(r"(\d[:.h ]+)(\d)(\d)\b(?![/\d])", lambda m: m[1] + str((int(m[2]) + 1) % 6) + m[3], a) if re.search(r"\d[:.h] ?\d\d", a) else None),
    ("hour-changed", lambda t, a: first(r"\b(\d{1,2})(?=[:.]\d\d)", lambda m: str((int(m[1]) + 3) % 24), a)),
    ("weekday-changed", other_name(WEEKDAYS)),
    ("month-changed", other_name(MONTHS)),
    ("half-changed", lambda t, a: first(r"(de la mañana|del matí|in the morning|of the morning|\bam\b|du matin)",
                                        {"es": "de la tarde", "ca": "de la tarda", "en": "in the afternoon", "fr": "du soir"}[t], a)
        or first(r"(de la tarde|de la tarda|in the afternoon|of the afternoon|\bpm\b)", {"es": "de la mañana", "ca": "del matí", "en": "in the morning", "fr": "du matin"}[t], a)),
    ("day-changed", lambda t, a: first(r"\b([3-9]|1\d|2\d)\b(?![:.]\d)", lambda m: str(int(m[1]) + 1), a) if not re.search(r"\d[:.]\d\d", a) else None),
    ("date-swapped", lambda t, a: first(r"12/05/2025", "05/12/2025", a)),
]

# Negation and stop

CUES = {
    "es": r"(?i)(?:\bno (?:es cierto que )?|\bsin |\bnunca |\bnadie |\bnada\b|\bdeje de |\bdejar de |\bdeja de |\bsuspenda )",
    "ca": r"(?i)(?:\bno |\bsense |\bmai |\bningú |\bdeixi de |\bdeixar de |\bdeixa de |\bsuspengui |\bpareu de )",
    "en": r"(?i)(?:\bdo not |\bdoes not |\bnot |\bno |\bwithout |\bnever |\bnobody )",
    "fr": r"(?i)(?:\bne |\bn'|\bsans |\bjamais |\bpas |\bpersonne )",
}


def without_cues(target, text):
    damaged = re.sub(CUES[target], "", text)
    if target == "ca":
        damaged = re.sub(r"(?i)\b(cap|res|mai|ningú|ni)\b ?", "", damaged)
    if target == "es":
        damaged = re.sub(r"(?i)\b(ningún|ninguna|nada|nunca|ni|nadie|tampoco)\b ?", "", damaged)
    if target == "en":
        damaged = re.sub(r"(?i)\b(neither|nor|never|nothing|nobody|none)\b ?", "", damaged)
    if target == "fr":
        damaged = re.sub(r"(?i) (pas|rien|jamais|aucun|aucune|ni)\b", "", damaged)
    return damaged if damaged != text else None


def one_added(target, text):
    if re.search(CUES[target], text) or re.search(r"(?i)\b(res|nada|nunca|mai|rien|jamais|anybody|ni)\b", text):
        return None
    word = {"es": "no", "ca": "no", "en": "not", "fr": "pas"}[target]
    words = text.split(" ")
    return " ".join(words[:1] + [word] + words[1:]) if len(words) > 2 else None


# Sentences whose denial the engine itself lost.
LOST = re.compile(r"Anybody can go in")

# Everyday sentences of which the engine changed a time, lost a denial or a stop, or left a word as it was.
MISTAKEN = re.compile(r"Anybody has said|medio tres|mig tres|fumar aturades|three and average|quarters? (of|de) four|Or I smoke|deux quarts de quatre|l'hospital cada 20 minutos")


def negation_sources():
    return {l: NEGATED[l]["denied"] + NEGATED[l]["plain"] for l in NEGATED}


# What the engine turned into its contrary or lost by itself.
WRONG = re.compile(r"(?i)parón|aturada|\bno para tomando|hold|\bleave to|leaves? to|do not leave|\bcontrol la|arrapa")

# Script, length, echo, empty

def shape_sources():
    sources = number_sources()
    return {l: lines[::7] for l, lines in sources.items()}


def looped(target, text):
    return " ".join([text] * 5) if len(text) > 10 else None


OTHER = {"es": "Принимайте лекарство после еды каждый день", "ca": "Принимайте лекарство после еды каждый день", "en": "يرجى تناول الدواء بعد الأكل كل يوم",
         "fr": "请每天饭后按时服用这种药物", "ru": "Take this medicine after meals", "uk": "Take this medicine after meals", "ar": "Take this medicine after meals",
         "zh": "Take this medicine after meals", "hi": "Take this medicine after meals", "ur": "Take this medicine after meals"}


def in_other_script(target, text):
    figures = " ".join(re.findall(r"[\d.,/½٠-٩]+", text))
    return f"{OTHER.get(target, OTHER['es'])} {figures}".strip()


SHAPE_DAMAGES = [("empty", lambda t, a: ""), ("dots", lambda t, a: "…"), ("looped", looped),
                 ("cut", lambda t, a: a.split(" ")[0][:5] if len(a) > 30 and t != "zh" else None), ("script", in_other_script)]


def echoes(pairs):
    for source, target, line, answer in pairs:
        if len(re.findall(r"[^\W\d]+", line)) >= 7 or not {source, target} <= {"es", "ca", "fr", "it", "pt", "gl", "oc"} and not {source, target} <= {"ru", "uk"}:
            if len(re.findall(r"[^\W\d]{2,}", line)) >= 2:
                yield "echoed", source, target, line, line


def parallel_rows(kind):
    """Every hand-written sentence against its counterparts in the other languages."""
    for row in PARALLEL[kind]:
        languages = [l for l in row if l not in ("en", "group")]
        for l in languages:
            yield "en", l, row["en"], row[l]
            yield l, "en", row[l], row["en"]
        for a, b in itertools.pairwise(languages):
            yield a, b, row[a], row[b]


def parallel_damaged(kind):
    """Each sentence against the translation of the next one of its group: a translation of something else."""
    for row, other in itertools.pairwise(PARALLEL[kind]):
        if row.get("group") != other.get("group") or "group" not in row:
            continue
        for l in row:
            if l not in ("en", "group") and l in other:
                yield "other", "en", l, row["en"], other[l]
                yield "other", l, "en", row[l], other["en"]


def main():
    def rows(kind, sources, damages, **options):
        good = [("ok", *r) for r in parallel_rows(kind)]
        return [*both(engine_rows(sources), damages, **options), *good, *parallel_damaged(kind)]
    write("numbers", rows("numbers", number_sources(), NUMBER_DAMAGES))
    write("units", rows("units", unit_sources(), UNIT_DAMAGES))
    write("times", rows("times", time_sources(), TIME_DAMAGES, wrong=lambda s, t, a, b: "Marcha" in b))
    write("negation", rows("negation", negation_sources(), [("cue-dropped", without_cues), ("cue-added", one_added)],
                           wrong=lambda s, t, a, b: WRONG.search(b) is not None))
    everyday = engine_rows({l: text.split("\n") for l, text in EVERYDAY.items()})
    rows_everyday = []
    for s, t, line, answer in everyday:
        mistaken = MISTAKEN.search(answer) is not None
        rows_everyday.append(("mistaken" if mistaken else "ok", s, t, line, answer))
        for figure in re.finditer(r"\d+", answer):
            other = int(figure[0]) + (-1 if figure[0].endswith("9") else 1)
            rows_everyday.append(("digit-changed", s, t, line, f"{answer[:figure.start()]}{other}{answer[figure.end():]}"))
        # In a question "mai" is "ever".
        denied = None if "?" in line or not re.search(CUES[s], line) else without_cues(t, answer)
        if denied:
            rows_everyday.append(("cue-dropped", s, t, line, denied))
    write("everyday", rows_everyday)
    shapes = list(engine_rows(shape_sources()))
    hand = [r for k in ("numbers", "negation") for r in parallel_rows(k)]
    write("shape", [*both(shapes, SHAPE_DAMAGES), *both(hand[::3], SHAPE_DAMAGES), *echoes(shapes), *echoes(hand[::3])])


if __name__ == "__main__":
    main()
