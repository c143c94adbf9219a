#!/usr/bin/env python3
"""Writes denials.tsv: denials that languages put differently, each right and with a denial lost, both ways from English.

    python3 denials.py

"SENTENCES" holds the English line, and the same with a denial lost (None where there is nothing to lose); "OTHERS" the
same lines in the same order, written by hand. "|" parts a line from its damaged form.
"""
import pathlib

SENTENCES = [
    "The date is invalid.|The date is valid.",
    "Do not take it without food.|Do not take it with food.",
    "I don't smoke and I don't drink.|I don't smoke and I drink.",
    "This medicine is unsafe for children.|This medicine is safe for children.",
    "Unable to open the letter.|Able to open the letter.",
    "Do not eat until the nurse comes.|Eat until the nurse comes.",
    "I have not received anything.|I have received something.",
    "I do not know whether she is allergic or not.|I know whether she is allergic or not.",
    "Remember your card.",
    "He is an unknown man and he is not my brother.|He is an unknown man and he is my brother.",
]
OTHERS = {
    "es": ["La fecha no es válida.|La fecha es válida.", "No lo tome sin comida.|No lo tome con comida.",
           "No fumo y no bebo.|No fumo y bebo.",
           "Este medicamento no es seguro para niños.|Este medicamento es seguro para niños.",
           "No se pudo abrir la carta.|Se pudo abrir la carta.", "No coma hasta que venga la enfermera.|Coma hasta que venga la enfermera.",
           "No he recibido nada.|He recibido algo.", "No sé si es alérgica o no.|Sé si es alérgica o no.", "No olvide su tarjeta.",
           "Es un desconocido y no es mi hermano.|Es un desconocido y es mi hermano."],
    "ca": ["La data no és vàlida.|La data és vàlida.", "No el prengui sense menjar.|No el prengui amb menjar.",
           "No fumo i no bec.|No fumo i bec.", "Aquest medicament no és segur per a nens.|Aquest medicament és segur per a nens.",
           "No s'ha pogut obrir la carta.|S'ha pogut obrir la carta.",
           "No mengi fins que vingui la infermera.|Mengi fins que vingui la infermera.", "No he rebut res.|He rebut alguna cosa.",
           "No sé si és al·lèrgica o no.|Sé si és al·lèrgica o no.", "No oblidi la targeta.",
           "És un desconegut i no és el meu germà.|És un desconegut i és el meu germà."],
    "fr": ["La date n'est pas valide.|La date est valide.", "Ne le prenez pas sans manger.|Ne le prenez pas en mangeant.",
           "Je ne fume pas et je ne bois pas.|Je ne fume pas et je bois.",
           "Ce médicament n'est pas sans danger pour les enfants.|Ce médicament est sans danger pour les enfants.",
           "Impossible d'ouvrir la lettre.|Possible d'ouvrir la lettre.",
           "Ne mangez pas avant l'arrivée de l'infirmière.|Mangez avant l'arrivée de l'infirmière.",
           "Je n'ai rien reçu.|J'ai reçu quelque chose.", "Je ne sais pas si elle est allergique ou non.|Je sais si elle est allergique ou non.",
           "N'oubliez pas votre carte.", "C'est un inconnu et ce n'est pas mon frère.|C'est un inconnu et c'est mon frère."],
    "it": ["Data non valida.|Data valida.", "Non lo prenda senza cibo.|Non lo prenda con il cibo.", "Non fumo e non bevo.|Non fumo e bevo.",
           "Questo farmaco non è sicuro per i bambini.|Questo farmaco è sicuro per i bambini.",
           "Impossibile aprire la lettera.|Possibile aprire la lettera.",
           "Non mangi finché non arriva l'infermiera.|Mangi finché non arriva l'infermiera.",
           "Non ho ricevuto niente.|Ho ricevuto qualcosa.", "Non so se è allergica o no.|So se è allergica o no.",
           "Non dimentichi la tessera.", "È uno sconosciuto e non è mio fratello.|È uno sconosciuto ed è mio fratello."],
    "pt": ["A data não é válida.|A data é válida.", "Não o tome sem comida.|Não o tome com comida.", "Não fumo e não bebo.|Não fumo e bebo.",
           "Este remédio não é seguro para crianças.|Este remédio é seguro para crianças.",
           "Não foi possível abrir a carta.|Foi possível abrir a carta.",
           "Não coma até a enfermeira chegar.|Coma até a enfermeira chegar.", "Não recebi nada.|Recebi algo.",
           "Não sei se ela é alérgica ou não.|Sei se ela é alérgica ou não.", "Não se esqueça do cartão.",
           "É um desconhecido e não é meu irmão.|É um desconhecido e é meu irmão."],
    "gl": ["A data non é válida.|A data é válida.", "Non o tome sen comida.|Non o tome con comida.", "Non fumo e non bebo.|Non fumo e bebo.",
           "Este medicamento non é seguro para nenos.|Este medicamento é seguro para nenos.",
           "Non se puido abrir a carta.|Púidose abrir a carta.", "Non coma ata que veña a enfermeira.|Coma ata que veña a enfermeira.",
           "Non recibín nada.|Recibín algo.", "Non sei se é alérxica ou non.|Sei se é alérxica ou non.", "Non esqueza a tarxeta.",
           "É un descoñecido e non é o meu irmán.|É un descoñecido e é o meu irmán."],
    "oc": ["La data es invalida.|La data es valida.", "Lo prengatz pas sens manjar.|Lo prengatz pas en manjant.",
           "Fumi pas e bevi pas.|Fumi pas e bevi.", "Aqueste medicament es pas segur pels enfants.|Aqueste medicament es segur pels enfants.",
           "Impossible de dobrir la letra.|Possible de dobrir la letra.",
           "Mangetz pas abans que venga l'infirmièra.|Manjatz abans que venga l'infirmièra.", "Ai pas recebut res.|Ai recebut quicòm.",
           "Sabi pas s'es allergica o pas.|Sabi s'es allergica o pas.", "Doblidetz pas vòstra carta.",
           "Es un desconegut e es pas mon fraire.|Es un desconegut e es mon fraire."],
    "ro": ["Data este nevalidă.|Data este validă.", "Nu îl luați fără mâncare.|Nu îl luați cu mâncare.", "Nu fumez și nu beau.|Nu fumez și beau.",
           "Acest medicament nu este sigur pentru copii.|Acest medicament este sigur pentru copii.",
           "Nu s-a putut deschide scrisoarea.|S-a putut deschide scrisoarea.",
           "Nu mâncați până vine asistenta.|Mâncați până vine asistenta.", "Nu am primit nimic.|Am primit ceva.",
           "Nu știu dacă este alergică sau nu.|Știu dacă este alergică sau nu.", "Nu uitați cardul.",
           "Este un necunoscut și nu este fratele meu.|Este un necunoscut și este fratele meu."],
    "de": ["Das Datum ist ungültig.|Das Datum ist gültig.", "Nehmen Sie es nicht ohne Essen ein.|Nehmen Sie es nicht mit Essen ein.",
           "Ich rauche nicht und ich trinke nicht.|Ich rauche nicht und ich trinke.",
           "Dieses Medikament ist für Kinder nicht sicher.|Dieses Medikament ist für Kinder sicher.",
           "Der Brief konnte nicht geöffnet werden.|Der Brief konnte geöffnet werden.",
           "Essen Sie nicht, bis die Schwester kommt.|Essen Sie, bis die Schwester kommt.", "Ich habe nichts erhalten.|Ich habe etwas erhalten.",
           "Ich weiß nicht, ob sie allergisch ist oder nicht.|Ich weiß, ob sie allergisch ist oder nicht.",
           "Vergessen Sie nicht Ihre Karte.", "Er ist ein Unbekannter und er ist nicht mein Bruder.|Er ist ein Unbekannter und er ist mein Bruder."],
    "ru": ["Дата недействительна.|Дата действительна.", "Не принимайте это без еды.|Не принимайте это с едой.",
           "Я не курю и не пью.|Я не курю и пью.", "Это лекарство небезопасно для детей.|Это лекарство безопасно для детей.",
           "Не удалось открыть письмо.|Удалось открыть письмо.", "Не ешьте, пока не придёт медсестра.|Ешьте, пока не придёт медсестра.",
           "Я ничего не получил.|Я что-то получил.", "Я не знаю, есть ли у неё аллергия или нет.|Я знаю, есть ли у неё аллергия или нет.",
           "Не забудьте карту.", "Это неизвестный человек, и он мне не брат.|Это неизвестный человек, и он мне брат."],
    "uk": ["Дата недійсна.|Дата дійсна.", "Не приймайте це без їжі.|Не приймайте це з їжею.", "Я не курю і не п'ю.|Я не курю і п'ю.",
           "Ці ліки не є безпечними для дітей.|Ці ліки безпечні для дітей.", "Не вдалося відкрити лист.|Вдалося відкрити лист.",
           "Не їжте, поки не прийде медсестра.|Їжте, поки не прийде медсестра.", "Я нічого не отримав.|Я щось отримав.",
           "Я не знаю, чи є в неї алергія, чи ні.|Я знаю, чи є в неї алергія, чи ні.", "Не забудьте картку.",
           "Це невідомий чоловік, і він мені не брат.|Це невідомий чоловік, і він мені брат."],
    "ar": ["التاريخ غير صالح.|التاريخ صالح.", "لا تتناوله بدون طعام.|لا تتناوله مع طعام.", "لا أدخن ولا أشرب.|لا أدخن وأشرب.",
           "هذا الدواء غير آمن للأطفال.|هذا الدواء آمن للأطفال.", "تعذر فتح الرسالة.|أمكن فتح الرسالة.",
           "لا تأكل حتى تأتي الممرضة.|كل حتى تأتي الممرضة.", "لم أستلم شيئا.|استلمت شيئا.",
           "لا أعرف إن كان لديها حساسية أم لا.|أعرف إن كان لديها حساسية أم لا.", "لا تنس بطاقتك.",
           "هو رجل مجهول وليس أخي.|هو رجل مجهول وهو أخي."],
    "hi": ["तारीख अमान्य है।|तारीख मान्य है।", "इसे खाने के बिना मत लें।|इसे खाने के साथ मत लें।",
           "मैं धूम्रपान नहीं करता और शराब नहीं पीता।|मैं धूम्रपान नहीं करता और शराब पीता हूँ।",
           "यह दवा बच्चों के लिए सुरक्षित नहीं है।|यह दवा बच्चों के लिए सुरक्षित है।", "पत्र नहीं खोला जा सका।|पत्र खोला जा सका।",
           "नर्स के आने तक मत खाइए।|नर्स के आने तक खाइए।", "मुझे कुछ नहीं मिला।|मुझे कुछ मिला।",
           "मुझे नहीं पता कि उसे एलर्जी है या नहीं।|मुझे पता है कि उसे एलर्जी है या नहीं।", "अपना कार्ड मत भूलें।",
           "वह एक अज्ञात आदमी है और मेरा भाई नहीं है।|वह एक अज्ञात आदमी है और मेरा भाई है।"],
    "ur": ["تاریخ درست نہیں ہے۔|تاریخ درست ہے۔", "اسے کھانے کے بغیر نہ لیں۔|اسے کھانے کے ساتھ نہ لیں۔",
           "میں سگریٹ نہیں پیتا اور شراب نہیں پیتا۔|میں سگریٹ نہیں پیتا اور شراب پیتا ہوں۔",
           "یہ دوا بچوں کے لیے محفوظ نہیں ہے۔|یہ دوا بچوں کے لیے محفوظ ہے۔", "خط نہیں کھولا جا سکا۔|خط کھولا جا سکا۔",
           "نرس کے آنے تک نہ کھائیں۔|نرس کے آنے تک کھائیں۔", "مجھے کچھ نہیں ملا۔|مجھے کچھ ملا۔",
           "مجھے نہیں معلوم کہ اسے الرجی ہے یا نہیں۔|مجھے معلوم ہے کہ اسے الرجی ہے یا نہیں۔", "اپنا کارڈ نہ بھولیں۔",
           "وہ ایک نامعلوم آدمی ہے اور میرا بھائی نہیں ہے۔|وہ ایک نامعلوم آدمی ہے اور میرا بھائی ہے۔"],
    "zh": ["日期无效。|日期有效。", "不要在没有食物时服用。|不要在有食物时服用。", "我不抽烟也不喝酒。|我不抽烟，但喝酒。",
           "这种药对儿童不安全。|这种药对儿童安全。", "无法打开信。|可以打开信。", "护士来之前不要吃东西。|护士来之前吃东西。",
           "我没有收到东西。|我收到了东西。", "我不知道她是否过敏。|我知道她是否过敏。", "别忘了带卡。", "他是未知的人，不是我的兄弟。|他是未知的人，是我的兄弟。"],
    "eu": ["Data baliogabea da.|Data baliozkoa da.", "Ez hartu janaririk gabe.|Ez hartu janariarekin.",
           "Ez dut erretzen eta ez dut edaten.|Ez dut erretzen eta edaten dut.",
           "Botika hau ez da segurua haurrentzat.|Botika hau segurua da haurrentzat.",
           "Ezin izan da gutuna ireki.|Gutuna ireki izan da.", "Ez jan erizaina etorri arte.|Jan erizaina etorri arte.",
           "Ez dut ezer jaso.|Zerbait jaso dut.", "Ez dakit alergikoa den ala ez.|Badakit alergikoa den ala ez.", "Ez ahaztu txartela.",
           "Gizon ezezaguna da eta ez da nire anaia.|Gizon ezezaguna da eta nire anaia da."],
}


def rows():
    english = [line.split("|") for line in SENTENCES]
    for language, lines in OTHERS.items():
        assert len(lines) == len(english), language
        for (ours, *ours_lost), line in zip(english, lines):
            theirs, *theirs_lost = line.split("|")
            yield "ok", "en", language, ours, theirs
            yield "ok", language, "en", theirs, ours
            yield from (("cue-dropped", "en", language, ours, lost) for lost in theirs_lost)
            yield from (("cue-dropped", language, "en", theirs, lost) for lost in ours_lost)


path = pathlib.Path(__file__).parent / "denials.tsv"
path.write_text("".join("\t".join(row) + "\n" for row in rows()), encoding="utf-8")
print(len(list(rows())), "pairs")
