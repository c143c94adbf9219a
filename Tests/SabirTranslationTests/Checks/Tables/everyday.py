"""Everyday sentences of a reception and a ward, for the engines installed. Not written with the checks in mind."""

EVERYDAY = {
    "en": """I was told not to eat anything after midnight.
The baby was born on 3 June and weighs 3.2 kg.
My mother is 82 and lives alone.
Call me if the fever goes above 39 °C.
You will not feel any pain during the operation.
He takes one pill in the morning and two at night.
The office is closed from 1 to 15 August.
She is not only tired but also dizzy.
Without this card you cannot enter.
I stopped working six months ago.
Keep the medicine out of the reach of children.
The second floor, third door on the right.
About 40% of the patients get better in two weeks.
You may get up, but slowly.
Good morning, how can I help you today?
Please wait in the corridor until the nurse calls you.
My daughter has had a cough and a fever since Saturday night.
I lost my passport two weeks ago and I need a new one.
Where is the nearest pharmacy that is open at night?
The bus number 45 stops in front of the hospital every 20 minutes.
You have to drink at least 2 litres of water a day.
Have you ever had a heart attack?
Is there anyone who can come with you?
I would like to book an appointment for next Thursday at half past three.
He fell down the stairs and broke his left arm.
Take the second street on the left and then go straight on.
It only hurts when I breathe.
We close at 6 pm but you can call us until 10 pm.
The blood test must be done in the morning, before breakfast.
My wife is eight months pregnant.
The rent is 650 euros a month, without electricity.
I don't know anyone here except my brother.
The school year begins on 9 September.
If you feel worse, come back or call 112.
Don't worry, it isn't dangerous.
Nothing hurts now.
I can hardly sleep at night.
Is it possible to pay in two parts?
One of us will call you tomorrow between 9 and 11.
This cream is only for the skin, do not swallow it.
She works three days a week from 8:00 to 14:30.
Do you take any medicines?
No problem, see you at 5.
He drinks a bottle of wine every day.
Never mind, I will come another day.
How many children do you have? I have one.
There's no one at home.
I need to stop smoking.
Please hold the door.
It is 30 minutes away by car.
Have you had the second dose of the vaccine?
You must fast for 12 hours before the operation.""",
    "es": """Mañana no tengo que ir al trabajo porque es fiesta.
Mi padre tomaba dos aspirinas al día desde 1998.
El niño pesa 12,4 kg y mide 88 cm.
Nadie me ha dicho que tenía que venir en ayunas.
Traiga el informe del 14 de enero, por favor.
¿No le han dado la receta?
Si le duele mucho, tome otra pastilla a las 6 horas, pero nunca más de 4 en un día.
El ascensor no funciona, suba por la escalera.
Le operaron del corazón en 2015 y desde entonces está bien.
Hace tres noches que no duermo por culpa de la tos.
La tensión máxima ha sido de 14,5 y la mínima de 9.
Puede comer de todo menos marisco.
La clase empieza a las nueve en punto los martes y los viernes.
No se levante hasta que yo se lo diga.
Pagué la mitad y me faltan 75 euros.
Vive sola desde que murió su marido.
El sobre amarillo es para usted, no para su hermana.
Vuelva a llamar dentro de un cuarto de hora.
Buenos días, ¿en qué puedo ayudarle?
Espere en el pasillo hasta que le llame la enfermera.
Mi hija tiene tos y fiebre desde el sábado por la noche.
Perdí el pasaporte hace dos semanas y necesito uno nuevo.
¿Dónde está la farmacia de guardia más cercana?
El autobús número 45 para delante del hospital cada 20 minutos.
Tiene que beber al menos 2 litros de agua al día.
¿Ha tenido alguna vez un infarto?
¿Hay alguien que pueda venir con usted?
Quisiera pedir cita para el próximo jueves a las tres y media.
Se cayó por las escaleras y se rompió el brazo izquierdo.
Solo me duele cuando respiro.
Cerramos a las 6 de la tarde pero puede llamarnos hasta las 10 de la noche.
El análisis de sangre debe hacerse por la mañana, en ayunas.
Mi mujer está embarazada de ocho meses.
El alquiler son 650 euros al mes, sin luz.
No conozco a nadie aquí excepto a mi hermano.
El curso empieza el 9 de septiembre.
Si se encuentra peor, vuelva o llame al 112.
No se preocupe, no es peligroso.
Ahora no me duele nada.
Casi no duermo por las noches.
Uno de nosotros le llamará mañana entre las 9 y las 11.
Esta crema es solo para la piel, no la trague.
Trabaja tres días a la semana de 8:00 a 14:30.
¿Toma algún medicamento?
No hay problema, hasta las 5.
¿Cuántos hijos tiene? Tengo uno.
No hay nadie en casa.
Está a 30 minutos en coche.
¿Le han puesto la segunda dosis de la vacuna?
Debe estar 12 horas sin comer antes de la operación.
La visita es para el 3 de mayo a las 10:15 en la planta 2.
No tome más de 3 pastillas al día.
Hace un mes que no viene.
Me duele desde hace más de un año.
Ni fumo ni bebo.
No puedo ni dormir.
Tampoco tengo hambre.
No hace falta que venga.""",
    "ca": """Bon dia, en què el puc ajudar?
Esperi's al passadís fins que el cridi la infermera.
La meva filla té tos i febre des de dissabte a la nit.
Vaig perdre el passaport fa dues setmanes.
L'autobús número 45 para davant de l'hospital cada 20 minuts.
Ha de beure almenys 2 litres d'aigua al dia.
Ha tingut mai un infart?
Voldria demanar hora per dijous vinent a dos quarts de quatre.
Només em fa mal quan respiro.
Tanquem a les 6 de la tarda però pot trucar-nos fins a les 10 de la nit.
La meva dona està embarassada de vuit mesos.
El lloguer són 650 euros al mes, sense llum.
No conec ningú aquí excepte el meu germà.
El curs comença el 9 de setembre.
Si es troba pitjor, torni o truqui al 112.
No es preocupi, no és perillós.
Ara no em fa mal res.
Gairebé no dormo a les nits.
Treballa tres dies a la setmana de 8:00 a 14:30.
Pren algun medicament?
No hi ha ningú a casa.
És a 30 minuts en cotxe.
La visita és el 3 de maig a les 10:15 a la planta 2.
No prengui més de 3 pastilles al dia.
Ni fumo ni bec.
No cal que vingui.""",
    "fr": """Je ne peux pas dormir à cause du bruit.
Il a pris trois gouttes ce matin et rien ce soir.
La réunion est le mardi 6 février à 14 h.
Je n'ai jamais été opéré.
Elle pèse 54 kg et mesure 1,62 m.
Sans carte, vous ne pouvez pas entrer.
Le médecin revient dans un quart d'heure.
Ne mangez rien après minuit.
Bonjour, comment puis-je vous aider ?
Attendez dans le couloir jusqu'à ce que l'infirmière vous appelle.
Ma fille a de la toux et de la fièvre depuis samedi soir.
J'ai perdu mon passeport il y a deux semaines.
Le bus numéro 45 s'arrête devant l'hôpital toutes les 20 minutes.
Vous devez boire au moins 2 litres d'eau par jour.
Avez-vous déjà eu un infarctus ?
Cela ne fait mal que quand je respire.
Nous fermons à 18 h mais vous pouvez appeler jusqu'à 22 h.
Ma femme est enceinte de huit mois.
Le loyer est de 650 euros par mois, sans électricité.
Je ne connais personne ici sauf mon frère.
Si vous vous sentez plus mal, revenez ou appelez le 112.
Ne vous inquiétez pas, ce n'est pas dangereux.
Rien ne me fait mal maintenant.
Il n'y a personne à la maison.
C'est à 30 minutes en voiture.
Le rendez-vous est le 3 mai à 10 h 15.
Je ne fume plus.""",
}
