import type { DemoWords } from './english.ts';

export const german: DemoWords = {
  help: {
    help: 'hilfe – diese Liste',
    write:
      'schreib <Pfad>: <Inhalt> – schreibt eine Datei in deinen Arbeitsordner, mit einem echten Werkzeug',
    read: 'lies <Pfad>, zeig meine Dateien – sieht in deinen Arbeitsordner und zitiert, was dort ist',
    edit: 'ändere <Pfad>: <alt> -> <neu> – ersetzt Text in einer Datei',
    memory:
      'merk dir <etwas>, erinnere dich an <etwas> – behält es im Gedächtnis und findet es wieder, mit echten Werkzeugen',
    ask: 'frag mich etwas – ich frage dich und warte auf deine Antwort',
    fail: 'fail once – ein Aufruf wird abgelehnt, und der Lauf geht weiter und fängt sich',
    count: 'zähl bis 200 – langsam genug, um zuzusehen, anzuhalten oder mittendrin abzubrechen (bis 5000)',
    loop: 'loop – ich wiederhole einen Aufruf, bis svc den Lauf beendet',
  },
  thinking: {
    answered: 'Das ist die Antwort auf meine Frage.',
    help: 'Ich werde gefragt, was ich kann.',
    toolAnswered: 'Das Werkzeug hat geantwortet.',
    toolFailed: 'Das Werkzeug ist gescheitert.',
    fileWanted: 'Es geht um eine neue Datei.',
    fileMeant: 'Es geht um eine Datei.',
    kept: 'Es ist behalten.',
    cameBack: 'Es kam etwas zurück.',
    forMemory: 'Das ist für das Gedächtnis.',
    noTool: 'Dafür gibt es kein Werkzeug.',
    noAnswer: 'Es gibt keine Antwort.',
    mayAsk: 'Ich darf etwas fragen.',
    toFail: 'Ein Aufruf soll scheitern.',
    shouldHaveFailed: 'Das sollte scheitern.',
    worked: 'Es hat geklappt.',
    failedAgain: 'Es ist wieder gescheitert.',
    canCorrect: 'Ich weiß, warum, und kann es richtig machen.',
    cannotCount: 'So weit kann ich nicht zählen.',
    counting: (most) => `Ich zähle bis ${most}.`,
    toRepeat: 'Ich soll mich wiederholen.',
    sameAgain: 'Noch einmal dasselbe.',
    notTaught: 'Das ist nichts von dem, was ich gelernt habe.',
  },
  question: 'Was soll dieser Rechner als Erstes für dich tun?',
  options: ['Dateien schreiben', 'Fragen beantworten', 'Etwas anderes'],
  youAnswered: (answer) =>
    `Du hast geantwortet: „${answer}“. Danke. Ich bin nur das Demo-Modell und kann damit nichts anfangen, aber es kam auf dem ganzen Weg bei mir an.`,
  hello: (whatThisIs, list) => `Hallo. ${whatThisIs}\n\nProbier eines davon:\n${list}\n`,
  whatThisIs:
    'Ich bin das Demo-Modell von svc: ein festes Skript, keine KI. Dieselbe Unterhaltung bekommt immer dieselbe Antwort.',
  willWrite: (path) => `Ich schreibe ${path}.`,
  // What tools answer is English: it is quoted only where it says why something did not work.
  written: (path, content) => `In ${path} geschrieben: „${content}“.`,
  notWritten: (path, reason) => `In ${path} wurde nichts geschrieben. Der Grund: ${reason}`,
  cannot: (tool, what) =>
    `Hier kann ich ${{ write: 'keine Dateien schreiben', fail: 'keinen Aufruf scheitern lassen', repeat: 'keinen Aufruf wiederholen', that: 'das nicht' }[what]}: Das Werkzeug ${tool} gibt es in diesem Lauf nicht.`,
  remembered: () => 'Das habe ich mir gemerkt.',
  recalled: (list) => `Daran erinnere ich mich:\n${list}`,
  recalledNothing: () => 'Dazu finde ich nichts in meinem Gedächtnis.',
  noMemory: () =>
    'Diese Version hat noch kein Gedächtnis über diese Unterhaltung hinaus. Eine spätere bringt es.',
  didNotWork: (reason) => `Das hat nicht geklappt. Der Grund: ${reason}`,
  gotNoAnswer: (reason) => `Ich habe keine Antwort bekommen. Der Grund: ${reason}`,
  inFile: (path, content) => `Das steht in ${path}:\n${content}`,
  yourFiles: (list) => `Das sind deine Dateien:\n${list}`,
  edited: (path) => `${path} ist geändert.`,
  tryOutside:
    'Zuerst versuche ich, eine Datei außerhalb des Arbeitsordners zu schreiben, was svc ablehnen muss.',
  wasNotRefused: (outcome) => `Das hätte abgelehnt werden müssen und wurde es nicht: ${outcome}`,
  recovered: (outcome) =>
    `Gefangen: Der erste Aufruf wurde abgelehnt, der Lauf ging weiter, und der zweite hat geklappt. ${outcome}`,
  notRecovered: (outcome) => `Ich konnte mich nicht fangen. ${outcome}`,
  tryInside: (reason) =>
    `Der Aufruf wurde abgelehnt, wie es sein soll: ${reason}\nEin gescheiterter Aufruf beendet keinen Lauf, also versuche ich einen Pfad im Arbeitsordner.`,
  countLimits: (most) =>
    `Ich zähle bis zu einer ganzen Zahl von 1 bis ${most}, in Ziffern, wie „zähl bis 200“.`,
  willLoop: 'Ich mache immer wieder denselben Aufruf, bis svc das beendet.',
  introduction: (task, whatThisIs) =>
    `Deine Aufgabe kam an: „${task}“. ${whatThisIs} Deshalb kann ich sie nicht ausführen.\n\n` +
    'Alles um mich herum ist echt: Diese Antwort kam in nummerierten Ereignissen zu dir, die Unterhaltung bleibt ' +
    'erhalten, Dateien, die ich schreibe, sind auf deiner Festplatte, und ein Lauf, den ein Absturz abbricht, wird ' +
    'beim nächsten Start ordentlich beendet.\n\n' +
    'Ein echtes Modell verbindest du in den Einstellungen der Seite, sofort und ohne Neustart; oder mit ' +
    'PRIMARY_API_KEY, oder SVC_LLM_PROVIDER mit PRIMARY_BASE_URL und COMPAT_MODEL_ID für einen passenden oder ' +
    'lokalen Server, und einem neuen Start.\n\n' +
    'Schreib „hilfe“, um zu sehen, was ich kann.',
};
