import type { ValueProblems } from '../../../core/kernel/value-says.ts';
import type { Words } from '../says.ts';
import { counted, number } from './forms.ts';

/** One of them, and several. */
const EACH: Readonly<Record<string, readonly [string, string]>> = {
  characters: ['Zeichen', 'Zeichen'],
  entries: ['Eintrag', 'Einträge'],
  keys: ['Feld', 'Felder'],
};

const TYPES: Readonly<Record<string, string>> = {
  object: 'ein Objekt',
  array: 'eine Liste',
  string: 'ein Text',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  boolean: 'true oder false',
};

export const values: Words<ValueProblems> = {
  'wrong.invalid': 'ist nicht gültig',
  'wrong.missing': 'fehlt',
  'wrong.unknown': 'ist hier nicht bekannt',
  'wrong.no_key': 'ist keine bekannte Einstellung',
  'wrong.blank': 'darf nicht leer sein',
  'wrong.empty': 'darf nicht leer sein',
  'wrong.body': 'darf nichts enthalten',
  'wrong.instant': 'ist kein Zeitpunkt',
  'wrong.cursor': 'gehört nicht zu dieser Liste: Frage nach ihrem Anfang',
  'wrong.not_allowed': 'ist leer oder nicht erlaubt',
  'wrong.programs':
    'nennt Programme, die svc startet, deshalb darf keine Anfrage es setzen: Verwende „svc mcp add NAME --command PROGRAM“ in einem Terminal, oder ändere die Datei',
  'wrong.placeholder': 'muss der Schlüssel selbst sein, nicht „[redacted]“',
  'wrong.no_stored_key':
    'ist „[redacted]“, was den gespeicherten Schlüssel behält, es ist aber keiner gespeichert: Gib den Schlüssel selbst an',
  'wrong.other_place':
    'wurde für einen anderen Anbieter oder eine andere Adresse angegeben: Gib den Schlüssel noch einmal an, oder entferne ihn',
  'wrong.other_profiles':
    'darf nur das eine Profil haben, das geändert wird, unter seinem Namen oder einem, den kein anderes hat',
  'wrong.folder': 'ist ein Ordner',
  'wrong.no_file': 'ist keine gewöhnliche Datei',
  'wrong.dangling_link': 'ist ein Link auf eine Datei, die es nicht gibt',
  'wrong.no_text': 'ist kein Text in UTF-8',
  'wrong.not_readable': 'ist für diesen Benutzer nicht lesbar',
  'wrong.failed': 'ließ sich nicht von der Festplatte lesen',
  'wrong.empty_file': 'ist leer',
  'wrong.no_object': 'ist kein JSON-Objekt',
  'value.inexact': ({ digits }) =>
    `Die Zahl ${digits} hat mehr Stellen, als eine Zahl behält, und würde verändert. Schreibe sie als Text, in Anführungszeichen: „${digits}“.`,
  'wrong.json': ({ line, column }) =>
    `ist kein JSON${line === null ? '' : ` (Zeile ${line}, Spalte ${column})`}`,
  'wrong.large': ({ mb }) => `ist größer als ${number(mb)} MB`,
  'wrong.file_large': ({ bytes }) => `würde die Datei größer als ${number(bytes)} Bytes machen`,
  'wrong.depth': ({ levels }) => `ist tiefer als ${number(levels)} Ebenen verschachtelt`,
  'wrong.must': ({ be, isMissing }, tell) => `${isMissing ? 'fehlt, und ' : ''}muss ${tell(be)} sein`,
  'wrong.least': ({ least }) => `muss mindestens ${number(least)} sein`,
  'wrong.most': ({ most }) => `darf höchstens ${number(most)} sein`,
  'wrong.few': ({ of, least }) => `muss mindestens ${counted(least, ...(EACH[of] ?? ['', '']))} haben`,
  'wrong.many': ({ of, most }) => `darf höchstens ${counted(most, ...(EACH[of] ?? ['', '']))} haben`,
  'wrong.pattern': ({ pattern }) => `muss zum Muster „${pattern}“ passen`,
  'wrong.rule': ({ rule }) => `ist nicht gültig (${rule})`,
  'demand.time': 'eine Zeit mit ihrer Zone, wie 2026-01-31T09:30:00Z,',
  'demand.date': 'ein Datum, wie 2026-01-31,',
  'demand.uuid': 'eine UUID',
  'demand.uri': 'eine Adresse, wie https://example.org/,',
  'demand.web_address': 'eine Adresse mit http:// oder https://',
  'demand.finite': 'eine endliche Zahl',
  'demand.anything': 'irgendetwas',
  'demand.flag': 'true oder false',
  'demand.share': 'eine Zahl von 0.05 bis 0.9',
  'demand.key': 'ein Schlüssel aus höchstens 4096 sichtbaren ASCII-Zeichen, ohne Leerzeichen und Umbrüche,',
  'demand.folder': 'der Pfad eines Ordners, höchstens 4096 Zeichen und nicht die Wurzel der Festplatte,',
  'demand.url': 'eine Adresse mit http oder https, höchstens 2048 Zeichen, ohne Benutzernamen und Passwort,',
  'demand.program': 'ein Programm mit seinen Argumenten, als Liste von höchstens 64 Texten,',
  'demand.name': 'ein einfacher Name von 1 bis 100 Zeichen in einer Zeile',
  'demand.named':
    'ein Objekt mit benannten Objekten, jeder Name einfach, von 1 bis 100 Zeichen in einer Zeile,',
  'demand.one_line': 'ein Text in einer Zeile, nicht nur Leerzeichen,',
  'demand.no_controls': 'ein Text ohne Steuerzeichen',
  'demand.visible': 'aus sichtbaren ASCII-Zeichen ohne Leerzeichen',
  'demand.host': 'ein Rechner mit seinem Port, wie nas.local:8080,',
  'demand.capitals': 'aus Großbuchstaben, Ziffern und _, mit einem Buchstaben am Anfang, wie SHOP_TOKEN,',
  'demand.identifier': 'aus Buchstaben, Ziffern und _, mit einem Buchstaben am Anfang,',
  'demand.type': ({ types }) => `${types.map((type) => TYPES[type] ?? type).join(' oder ')}`,
  'demand.one_of': ({ values }) => `eines von ${values.join(', ')}`,
  'demand.whole': ({ from, to }) => `eine ganze Zahl von ${from} bis ${to}`,
  'demand.amount': ({ most }) => `ein Betrag in US-Dollar von 0 bis ${most}`,
  'demand.line': ({ most }) => `ein Text von 1 bis ${most} Zeichen in einer Zeile`,
  'demand.lines': ({ most }) => `ein Text von 1 bis ${most} Zeichen, in einer Zeile oder mehreren,`,
  'demand.characters': ({ characters }) => `nur aus den Zeichen ${characters}`,
  'demand.word': ({ most, characters }) => `1 bis ${most} der Zeichen ${characters}`,
  'demand.names': ({ most }) => `eine Liste von höchstens ${most} einfachen Namen, jeder nur einmal,`,
  'demand.hosts': ({ most }) =>
    `eine Liste von höchstens ${most} Angaben wie „nas.local:8080“, jede nur einmal,`,
  'demand.object': ({ fields }) => `ein Objekt, das ${fields.join(', ')} haben kann,`,
  'demand.list': ({ most }) => `eine Liste von höchstens ${most} Objekten, keine zwei mit demselben Namen,`,
};
