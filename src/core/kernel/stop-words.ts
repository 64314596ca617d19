/** Folded words that are too frequent to say anything. */
export const silent: ReadonlySet<string> = new Set(
  (
    'a an the and or but nor so if then than that this these those there here of to in on at by for from with into ' +
    'onto as is am are was were be been being it its i me my mine we us our ours you your yours he him his she her ' +
    'hers they them their theirs s t d m ll re ve don didn doesn isn wasn aren weren hasn haven hadn won wouldn ' +
    'couldn shouldn ain do does did done have has had having not no yes'
  ).split(' '),
);

/**
 * Words that say how a question is asked, not what it is about. They are indexed in entries; only in questions they
 * are ignored.
 */
export const asking: ReadonlySet<string> = new Set(
  (
    'what when where who whom whose which why how much many often ever still also just can could would should will ' +
    'shall may might must about after before during while since until between both each any some all other others ' +
    'another more most such only own same very too now then once again up down out off over under through because ' +
    'against get got kind kinds type types sort thing things something anything someone anyone somebody anybody ' +
    'everyone one ones way make made like likely tell say said give know let please name called mentioned mention ' +
    'does did is are was were has have had been be am do done go went gone going think use used using want wanted ' +
    'specific particular different various take took taken happen happened happens according long time first last'
  ).split(' '),
);

/**
 * Folded German words that say nothing of a subject. They are indexed and searched, because some of them are English words
 * with a meaning, such as "die" and "war"; they are no reason to name for what was found.
 */
export const saysLittleInGerman: ReadonlySet<string> = new Set(
  (
    'der die das den dem des ein eine einen einem einer eines und oder aber denn doch sondern wenn dass ob als wie wo wer ' +
    'was wen wem wann warum wieso welche welcher welches welchen welchem ist sind war waren bin bist sei sein seine seinen ' +
    'seinem seiner seines wird werden wurde wurden wirst worden hat habe haben hatte hatten hast kann konnen konnte kannst ' +
    'soll sollen sollte muss mussen musste will wollen wollte darf durfen mag mochte ich mich mir mein meine meinen meinem ' +
    'meiner meines du dich dir dein deine deinen deinem deiner deines er sie es ihn ihm ihr ihre ihren ihrem ihrer wir uns ' +
    'unser unsere unseren euch euer man sich kein keine keinen keinem keiner nicht nur noch schon auch sehr so da dort hier ' +
    'dann nun jetzt immer wieder in im an am auf aus bei beim bis durch fur gegen ohne um von vom vor zu zum zur mit nach ' +
    'seit uber unter zwischen wegen dieser diese dieses diesen diesem jener jede jeder jedes jeden alle alles etwas nichts ' +
    'mehr weniger viel viele ja nein bitte heisst heissen sag sage'
  ).split(' '),
);
