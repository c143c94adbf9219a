"""Hand-written sentences that say the same in each language, for the languages no installed engine translates."""

ORDER = "en pt gl it de ro eu oc ar zh uk ru ur hi".split()

WEEKDAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "es": ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    "ca": ["dilluns", "dimarts", "dimecres", "dijous", "divendres", "dissabte", "diumenge"],
    "fr": ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
}
MONTHS = {
    "en": ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"],
    "es": ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
    "ca": ["gener", "febrer", "març", "abril", "maig", "juny", "juliol", "agost", "setembre", "octubre", "novembre", "desembre"],
    "fr": ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"],
}

# Sources for the engine, with a denial or a stop in each, and without.
NEGATED = {
    "en": {
        "denied": ["I have no pain.", "I do not have a fever.", "You can't drive today.", "Nobody can come in.", "She never smokes.",
                   "The child did not eat.", "There is nothing to eat.", "I don't understand the letter.", "Do not drink alcohol.",
                   "Do not eat or drink before the test.", "He can't walk without help.", "We have no beds.", "It is not serious.",
                   "The doctor is not here today.", "You must not take this medicine.", "I am not allergic to penicillin.",
                   "The baby doesn't sleep.", "I haven't slept.", "No, thank you.", "It isn't broken.", "You should not worry.",
                   "The pharmacy is not open on Sunday.", "I won't go home.", "The wound is not infected.", "He has never had an operation.",
                   "Don't touch the wound.", "I do not want an injection.", "You don't need an appointment.", "My son does not speak English."],
        "plain": ["I have a strong headache.", "The child ate soup.", "You can drive today.", "She smokes every day.", "The doctor is here today.",
                  "The wound is infected.", "The pharmacy is open on Sunday.", "My son speaks English well.", "I understand the letter.",
                  "Drink a lot of water.", "We know the noble house.", "The nurse will come now.", "Please sign the form here.", "The notary is upstairs."],
    },
    "es": {
        "denied": ["No tengo fiebre.", "No tengo ningún dolor.", "No puede conducir hoy.", "Nadie puede entrar.", "Nunca fumo.", "No he comido nada.",
                   "No entiendo la carta.", "No beba alcohol.", "No coma ni beba antes de la prueba.", "No puede andar sin ayuda.", "No es grave.",
                   "El médico no está hoy.", "No debe tomar este medicamento.", "No soy alérgica a la penicilina.", "El bebé no duerme.", "No he dormido.",
                   "No, gracias.", "No está roto.", "La farmacia no abre el domingo.", "La herida no está infectada.", "No toque la herida.",
                   "No quiero una inyección.", "No necesita cita.", "Mi hijo no habla español.", "Deje de tomar la aspirina.", "Deje de fumar hoy.",
                   "No deje de tomar las pastillas.", "Tiene que dejar de beber.", "Suspenda el tratamiento.", "Vengo sin la receta.", "Nunca he sido operado."],
        "plain": ["Tengo mucha fiebre.", "El niño ha comido sopa.", "Puede conducir hoy.", "Fuma cada día.", "El médico está aquí.", "La herida está infectada.",
                  "La farmacia abre el domingo.", "Mi hijo habla español.", "Beba mucha agua.", "La enfermera vendrá ahora.", "Firme aquí el formulario.",
                  "Siga tomando la aspirina.", "El notario está arriba.", "La parada de autobús está cerca."],
    },
    "ca": {
        "denied": ["No tinc febre.", "No tinc cap dolor.", "No pot conduir avui.", "Ningú pot entrar.", "No fumo mai.", "No he menjat res.", "No entenc la carta.",
                   "No begui alcohol.", "No mengi ni begui abans de la prova.", "No pot caminar sense ajuda.", "No és greu.", "El metge no hi és avui.",
                   "No ha de prendre aquest medicament.", "El nadó no dorm.", "No, gràcies.", "No està trencat.", "La farmàcia no obre diumenge.",
                   "La ferida no està infectada.", "No toqui la ferida.", "No vull cap injecció.", "El meu fill no parla català.", "Deixi de prendre l'aspirina.",
                   "No deixi de prendre les pastilles.", "Ha de deixar de fumar.", "Vinc sense la recepta."],
        "plain": ["Tinc molta febre.", "El nen ha menjat sopa.", "Pot conduir avui.", "Fuma cada dia.", "El metge és aquí.", "La ferida està infectada.",
                  "Begui molta aigua.", "La infermera vindrà ara.", "Tinc mal de cap.", "Vingui el cap de setmana.", "El notari és a dalt."],
    },
    "fr": {
        "denied": ["Je n'ai pas de fièvre.", "Vous ne pouvez pas conduire.", "Je ne fume jamais.", "Je n'ai rien mangé.", "Je ne comprends pas la lettre.",
                   "Ne buvez pas d'alcool.", "Il ne peut pas marcher sans aide.", "Ce n'est pas grave.", "Le médecin n'est pas là.", "Le bébé ne dort pas.",
                   "Non, merci.", "La plaie n'est pas infectée.", "Ne touchez pas la plaie.", "Mon fils ne parle pas français.", "Arrêtez de prendre l'aspirine.",
                   "Ne prenez pas plus de 4 comprimés.", "Il n'y a pas de lits.", "Je viens sans ordonnance."],
        "plain": ["J'ai beaucoup de fièvre.", "L'enfant a mangé de la soupe.", "Vous pouvez conduire.", "Il fume chaque jour.", "Le médecin est là.",
                  "La plaie est infectée.", "Buvez beaucoup d'eau.", "L'infirmière vient maintenant.", "Je suis né en France.", "Signez ici."],
    },
}


def _row(text, **extra):
    cells = [c.strip() for c in text.split("|")]
    assert len(cells) == len(ORDER), (len(cells), text)
    return {**dict(zip(ORDER, cells)), **extra}


def _digits(text, zero):
    return "".join(chr(zero + int(c)) if c in "0123456789" else c for c in text)


def _rows(template, values, group):
    """One row a value; Arabic, Urdu and Hindi in their own digits every other time, Chinese in full width."""
    rows = []
    for index, value in enumerate(values):
        row = _row(template, group=group)
        for language in ORDER:
            own = value if language in ("en", "ar", "zh", "ur", "hi") else value.replace(".", ",")
            if index % 2:
                own = {"ar": _digits(value, 0x660).replace(".", "٫"), "ur": _digits(value, 0x6F0), "hi": _digits(value, 0x966),
                       "zh": _digits(value, 0xFF10)}.get(language, own)
            row[language] = row[language].replace("{}", own)
        rows.append(row)
    return rows


PARALLEL = {
    "numbers": _rows(
        "The patient weighs {} kg.|O paciente pesa {} kg.|O paciente pesa {} kg.|Il paziente pesa {} kg.|Der Patient wiegt {} kg.|Pacientul cântărește {} kg.|Pazienteak {} kg pisatzen ditu.|Lo pacient pesa {} kg.|وزن المريض {} كغ.|病人体重{}公斤。|Пацієнт важить {} кг.|Пациент весит {} кг.|مریض کا وزن {} کلو گرام ہے۔|रोगी का वज़न {} किलो है।",
        ["70", "82.5", "7", "105", "64.3"], "weight") + _rows(
        "Room {} is upstairs.|O quarto {} fica em cima.|O cuarto {} está arriba.|La stanza {} è di sopra.|Zimmer {} ist oben.|Camera {} este sus.|{} gela goian dago.|La cambra {} es amont.|الغرفة {} في الطابق العلوي.|{}号房间在楼上。|Кімната {} нагорі.|Комната {} наверху.|کمرہ {} اوپر ہے۔|कमरा {} ऊपर है।",
        ["12", "204", "31", "7", "118"], "room") + [
        _row("I have two children.|Tenho dois filhos.|Teño dous fillos.|Ho due figli.|Ich habe zwei Kinder.|Am doi copii.|Bi seme-alaba ditut.|Ai dos enfants.|عندي طفلان اثنان.|我有两个孩子。|У мене двоє дітей.|У меня два ребёнка.|میرے دو بچے ہیں۔|मेरे दो बच्चे हैं।", group="children"),
        _row("I have three children.|Tenho três filhos.|Teño tres fillos.|Ho tre figli.|Ich habe drei Kinder.|Am trei copii.|Hiru seme-alaba ditut.|Ai tres enfants.|عندي ثلاثة أطفال.|我有三个孩子。|У мене три дитини.|У меня три ребёнка.|میرے تین بچے ہیں۔|मेरे तीन बच्चे हैं।", group="children"),
        _row("I have five children.|Tenho cinco filhos.|Teño cinco fillos.|Ho cinque figli.|Ich habe fünf Kinder.|Am cinci copii.|Bost seme-alaba ditut.|Ai cinc enfants.|عندي خمسة أطفال.|我有五个孩子。|У мене п'ять дітей.|У меня пять детей.|میرے پانچ بچے ہیں۔|मेरे पाँच बच्चे हैं।", group="children"),
        _row("A woman is waiting.|Uma mulher está à espera.|Unha muller está agardando.|Una donna aspetta.|Eine Frau wartet.|O femeie așteaptă.|Emakume bat zain dago.|Una femna espèra.|امرأة تنتظر.|有一位女士在等。|Жінка чекає.|Женщина ждёт.|ایک عورت انتظار کر رہی ہے۔|एक औरत इंतज़ार कर रही है।"),
        _row("It costs 12,500 euros.|Custa 12.500 euros.|Custa 12.500 euros.|Costa 12.500 euro.|Es kostet 12.500 Euro.|Costă 12.500 de euro.|12.500 euro balio du.|Còsta 12 500 èuros.|يكلف ١٢٬٥٠٠ يورو.|价格是12,500欧元。|Це коштує 12 500 євро.|Это стоит 12 500 евро.|اس کی قیمت ۱۲,۵۰۰ یورو ہے۔|इसकी क़ीमत 12,500 यूरो है।"),
    ],
    "units": _rows(
        "Take {} mg every 8 hours.|Tome {} mg a cada 8 horas.|Tome {} mg cada 8 horas.|Prenda {} mg ogni 8 ore.|Nehmen Sie {} mg alle 8 Stunden.|Luați {} mg la fiecare 8 ore.|Hartu {} mg 8 orduro.|Prenètz {} mg cada 8 oras.|خذ {} ملغ كل 8 ساعات.|每8小时服用{}毫克。|Приймайте {} мг кожні 8 годин.|Принимайте {} мг каждые 8 часов.|ہر 8 گھنٹے بعد {} ملی گرام لیں۔|हर 8 घंटे में {} मिलीग्राम लें।",
        ["5", "20", "0.5", "250", "2.5"], "dose") + [
        _row("Take 5 ml every 8 days.|Tome 5 ml a cada 8 dias.|Tome 5 ml cada 8 días.|Prenda 5 ml ogni 8 giorni.|Nehmen Sie 5 ml alle 8 Tage.|Luați 5 ml la fiecare 8 zile.|Hartu 5 ml 8 egunero.|Prenètz 5 ml cada 8 jorns.|خذ 5 مل كل 8 أيام.|每8天服用5毫升。|Приймайте 5 мл кожні 8 днів.|Принимайте 5 мл каждые 8 дней.|ہر 8 دن بعد 5 ملی لیٹر لیں۔|हर 8 दिन में 5 मिलीलीटर लें।", group="dose"),
        _row("Take 5 g every 8 weeks.|Tome 5 g a cada 8 semanas.|Tome 5 g cada 8 semanas.|Prenda 5 g ogni 8 settimane.|Nehmen Sie 5 g alle 8 Wochen.|Luați 5 g la fiecare 8 săptămâni.|Hartu 5 g 8 astez.|Prenètz 5 g cada 8 setmanas.|خذ 5 غرام كل 8 أسابيع.|每8周服用5克。|Приймайте 5 г кожні 8 тижнів.|Принимайте 5 г каждые 8 недель.|ہر 8 ہفتے بعد 5 گرام لیں۔|हर 8 हफ्ते में 5 ग्राम लें।", group="dose"),
        _row("The risk is 15%.|O risco é de 15%.|O risco é do 15 %.|Il rischio è del 15%.|Das Risiko beträgt 15 %.|Riscul este de 15%.|Arriskua % 15 da.|Lo risc es de 15 %.|الخطر ١٥٪.|风险是15%。|Ризик 15 %.|Риск 15 процентов.|خطرہ ۱۵٪ ہے۔|जोखिम 15 प्रतिशत है।", group="risk"),
        _row("The risk is 50%.|O risco é de 50%.|O risco é do 50 %.|Il rischio è del 50%.|Das Risiko beträgt 50 %.|Riscul este de 50%.|Arriskua % 50 da.|Lo risc es de 50 %.|الخطر ٥٠٪.|风险是50%。|Ризик 50 %.|Риск 50 процентов.|خطرہ ۵۰٪ ہے۔|जोखिम 50 प्रतिशत है।", group="risk"),
    ],
    "times": [
        _row("Come on Monday at 7:30.|Venha na segunda-feira às 7:30.|Veña o luns ás 7:30.|Venga lunedì alle 7:30.|Kommen Sie am Montag um 7:30 Uhr.|Veniți luni la 7:30.|Etorri astelehenean 7:30etan.|Venètz diluns a 7:30.|تعال يوم الاثنين الساعة ٧:٣٠.|请星期一7:30来。|Приходьте в понеділок о 7:30.|Приходите в понедельник в 7:30.|پیر کو 7:30 پر آئیں۔|सोमवार को 7:30 बजे आइए।", group="visit"),
        _row("Come on Tuesday at 8:45.|Venha na terça-feira às 8:45.|Veña o martes ás 8:45.|Venga martedì alle 8:45.|Kommen Sie am Dienstag um 8:45 Uhr.|Veniți marți la 8:45.|Etorri asteartean 8:45etan.|Venètz dimars a 8:45.|تعال يوم الثلاثاء الساعة ٨:٤٥.|请星期二8:45来。|Приходьте у вівторок о 8:45.|Приходите во вторник в 8:45.|منگل کو 8:45 پر آئیں۔|मंगलवार को 8:45 बजे आइए।", group="visit"),
        _row("Come on Friday at 16:20.|Venha na sexta-feira às 16:20.|Veña o venres ás 16:20.|Venga venerdì alle 16:20.|Kommen Sie am Freitag um 16:20 Uhr.|Veniți vineri la 16:20.|Etorri ostiralean 16:20etan.|Venètz divendres a 16:20.|تعال يوم الجمعة الساعة ١٦:٢٠.|请星期五16:20来。|Приходьте в п'ятницю о 16:20.|Приходите в пятницу в 16:20.|جمعہ کو 16:20 پر آئیں۔|शुक्रवार को 16:20 बजे आइए।", group="visit"),
        _row("We open at 8 am.|Abrimos às 8 da manhã.|Abrimos ás 8 da mañá.|Apriamo alle 8 del mattino.|Wir öffnen um 8 Uhr morgens.|Deschidem la 8 dimineața.|Goizeko 8etan irekitzen dugu.|Dobrissèm a 8 oras del matin.|نفتح الساعة 8 صباحا.|我们早上8点开门。|Ми відчиняємо о 8 ранку.|Мы открываемся в 8 утра.|ہم صبح 8 بجے کھولتے ہیں۔|हम सुबह 8 बजे खोलते हैं।", group="open"),
        _row("We open at 8 pm.|Abrimos às 8 da noite.|Abrimos ás 8 da tarde.|Apriamo alle 8 di sera.|Wir öffnen um 8 Uhr abends.|Deschidem la 8 seara.|Arratsaldeko 8etan irekitzen dugu.|Dobrissèm a 8 oras del vèspre.|نفتح الساعة 8 مساء.|我们晚上8点开门。|Ми відчиняємо о 8 вечора.|Мы открываемся в 8 вечера.|ہم شام 8 بجے کھولتے ہیں۔|हम शाम 8 बजे खोलते हैं।", group="open"),
        _row("The operation is on 12 May.|A operação é no dia 12 de maio.|A operación é o 12 de maio.|L'operazione è il 12 maggio.|Die Operation ist am 12. Mai.|Operația este pe 12 mai.|Ebakuntza maiatzaren 12an da.|L'operacion es lo 12 de mai.|العملية في 12 مايو.|手术是5月12日。|Операція 12 травня.|Операция 12 мая.|آپریشن 12 مئی کو ہے۔|ऑपरेशन 12 मई को है।", group="operation"),
        _row("The operation is on 12 June.|A operação é no dia 12 de junho.|A operación é o 12 de xuño.|L'operazione è il 12 giugno.|Die Operation ist am 12. Juni.|Operația este pe 12 iunie.|Ebakuntza ekainaren 12an da.|L'operacion es lo 12 de junh.|العملية في 12 يونيو.|手术是6月12日。|Операція 12 червня.|Операция 12 июня.|آپریشن 12 جون کو ہے۔|ऑपरेशन 12 जून को है।", group="operation"),
    ],
    "negation": [
        _row("Do not take this medicine.|Não tome este medicamento.|Non tome este medicamento.|Non prenda questa medicina.|Nehmen Sie dieses Medikament nicht.|Nu luați acest medicament.|Ez hartu botika hau.|Prengatz pas aquel medicament.|لا تأخذ هذا الدواء.|不要吃这种药。|Не приймайте ці ліки.|Не принимайте это лекарство.|یہ دوا نہ لیں۔|यह दवा मत लीजिए।", group="take"),
        _row("Take this medicine.|Tome este medicamento.|Tome este medicamento.|Prenda questa medicina.|Nehmen Sie dieses Medikament.|Luați acest medicament.|Hartu botika hau.|Prenètz aquel medicament.|خذ هذا الدواء.|请吃这种药。|Приймайте ці ліки.|Принимайте это лекарство.|یہ دوا لیں۔|यह दवा लीजिए।", group="take"),
        _row("Stop taking this medicine.|Pare de tomar este medicamento.|Deixe de tomar este medicamento.|Smetta di prendere questa medicina.|Hören Sie auf, dieses Medikament zu nehmen.|Încetați să luați acest medicament.|Utzi botika hau hartzeari.|Quitatz de prene aquel medicament.|توقف عن أخذ هذا الدواء.|停止服用这种药。|Припиніть приймати ці ліки.|Прекратите принимать это лекарство.|یہ دوا لینا بند کریں۔|यह दवा लेना बंद करें।", group="take"),
        _row("Keep taking this medicine.|Continue a tomar este medicamento.|Siga tomando este medicamento.|Continui a prendere questa medicina.|Nehmen Sie dieses Medikament weiter.|Continuați să luați acest medicament.|Jarraitu botika hau hartzen.|Contunhatz de prene aquel medicament.|استمر في أخذ هذا الدواء.|请继续吃这种药。|Продовжуйте приймати ці ліки.|Продолжайте принимать это лекарство.|یہ دوا لیتے رہیں۔|यह दवा लेते रहिए।", group="take"),
        _row("I have no pain.|Não tenho dores.|Non teño dor.|Non ho dolore.|Ich habe keine Schmerzen.|Nu am dureri.|Ez dut minik.|Ai pas cap de dolor.|ليس عندي ألم.|我没有疼痛。|У мене немає болю.|У меня нет боли.|مجھے درد نہیں ہے۔|मुझे दर्द नहीं है।", group="pain"),
        _row("I have pain.|Tenho dores.|Teño dor.|Ho dolore.|Ich habe Schmerzen.|Am dureri.|Mina dut.|Ai de dolor.|عندي ألم.|我很疼。|У мене болить.|У меня болит.|مجھے درد ہے۔|मुझे दर्द है।", group="pain"),
        _row("I never smoke.|Nunca fumo.|Nunca fumo.|Non fumo mai.|Ich rauche nie.|Nu fumez niciodată.|Ez dut inoiz erretzen.|Fumi pas jamai.|لا أدخن أبدا.|我从不抽烟。|Я ніколи не палю.|Я никогда не курю.|میں کبھی سگریٹ نہیں پیتا۔|मैं कभी सिगरेट नहीं पीता।", group="smoke"),
        _row("I smoke every day.|Fumo todos os dias.|Fumo todos os días.|Fumo ogni giorno.|Ich rauche jeden Tag.|Fumez în fiecare zi.|Egunero erretzen dut.|Fumi cada jorn.|أدخن كل يوم.|我每天抽烟。|Я палю щодня.|Я курю каждый день.|میں روز سگریٹ پیتا ہوں۔|मैं रोज़ सिगरेट पीता हूँ।", group="smoke"),
        _row("He came without his papers.|Veio sem os documentos.|Veu sen os papeis.|È venuto senza documenti.|Er kam ohne seine Papiere.|A venit fără acte.|Paperik gabe etorri da.|Venguèt sens sos papièrs.|جاء بدون أوراقه.|他来的时候没带证件。|Він прийшов без документів.|Он пришёл без документов.|وہ کاغذات کے بغیر آیا۔|वह बिना काग़ज़ात के आया।", group="papers"),
        _row("He came with his papers.|Veio com os documentos.|Veu cos papeis.|È venuto con i documenti.|Er kam mit seinen Papieren.|A venit cu acte.|Paperekin etorri da.|Venguèt amb sos papièrs.|جاء ومعه أوراقه.|他带着证件来了。|Він прийшов із документами.|Он пришёл с документами.|وہ کاغذات کے ساتھ آیا۔|वह काग़ज़ात के साथ आया।", group="papers"),
    ],
}
