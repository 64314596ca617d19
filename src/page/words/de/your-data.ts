import { count as number } from '../../parts/format.ts';
import type { yourDataWords as english } from '../en/your-data.ts';
import type { Translated } from '../translated.ts';

export const yourDataWords: Translated<typeof english> = {
  title: 'Deine Daten',
  intro:
    'Alles, was svc aufbewahrt, liegt auf dem Rechner, auf dem es läuft. Du kannst es herunterladen, auf einen anderen Rechner umziehen oder löschen.',
  ofMember: 'Du kannst Unterhaltungen herholen, die du anderswo hattest.',
  ofMemberWay: 'Lade herunter oder lösche, was dir gehört',
  past: {
    title: 'Unterhaltungen von anderswo holen',
    hint: 'Wähle die Datei, die der andere Assistent beim Export deiner Daten herausgibt, etwa ChatGPT oder Claude: eine ZIP-Datei oder das JSON darin. Du siehst zuerst, was darin ist; nichts kommt, bevor du es sagst.',
    untrusted:
      'Was kommt, lässt sich durchsuchen und fortsetzen. Es wird nichts daraus gelernt, und nichts darin gilt als von dir gesagt.',
    choose: 'Datei wählen',
    tooLarge: 'Diese Datei ist größer als 4 GB; so große lassen sich nicht lesen.',
    unreadable:
      'Der Browser kann diese Datei nicht lesen. Wurde sie verschoben oder geändert? Wähle sie noch einmal.',
    sending: 'Wird hochgeladen…',
    reading: 'Der Inhalt wird gelesen…',
    stop: 'Stoppen',
    uploadStopped: 'Das Hochladen wurde gestoppt. Es wurde nichts geändert.',
    found: (time: string) => `Die Datei von ${time}`,
    nothingNew: 'Aus dieser Datei käme nichts.',
    would: (count: number) =>
      count === 1 ? '1 Unterhaltung käme.' : `${number(count)} Unterhaltungen kämen.`,
    which: (chosen: number, all: number) =>
      `Welche sollen kommen? ${number(chosen)} von ${number(all)} gewählt`,
    search: 'In den Titeln suchen',
    hits: (count: number) =>
      count === 1 ? '1 Unterhaltung gefunden.' : `${number(count)} Unterhaltungen gefunden.`,
    all: 'Alle wählen',
    none: 'Keine wählen',
    allFound: 'Gefundene wählen',
    noneFound: 'Gefundene weglassen',
    untitled: 'Ohne Titel',
    size: (messages: number, branches: number) =>
      `${messages === 1 ? '1 Nachricht' : `${number(messages)} Nachrichten`}${
        branches === 0
          ? ''
          : branches === 1
            ? ', mit 1 anderen Verlauf'
            : `, mit ${number(branches)} anderen Verläufen`
      }`,
    more: (count: number) => `${number(count)} weitere zeigen`,
    begin: (count: number) =>
      count === 1 ? '1 Unterhaltung holen' : `${number(count)} Unterhaltungen holen`,
    running: 'Die Unterhaltungen kommen. Du kannst diese Seite inzwischen verlassen.',
    soFar: (brought: number, all: number) => `${number(brought)} von ${number(all)}`,
    done: (count: number) =>
      count === 1 ? '1 Unterhaltung ist gekommen.' : `${number(count)} Unterhaltungen sind gekommen.`,
    stopped: (brought: number, all: number) =>
      `Nach ${number(brought)} von ${number(all)} war Schluss. Was kam, ist da; hole den Rest unten.`,
    came: (count: number) => `Gekommen (${number(count)})`,
    failed: (count: number) => `Nicht gespeichert (${number(count)})`,
    here: (count: number) => `Schon da (${number(count)})`,
    left: (count: number) => `Kommen nicht (${number(count)})`,
  },
  ways: {
    title: 'Welcher Weg auf einen neuen Rechner?',
    move: {
      when: 'Beide Rechner können gleichzeitig laufen',
      how: 'Umziehen: Alles geht über dein Netz dorthin, mit Geheimnissen und Einstellungen, und wird geprüft.',
      act: 'So geht der Umzug',
    },
    backup: {
      when: 'Dieser Rechner ist weg, bevor der neue da ist',
      how: 'Mache eine Sicherung, lade sie herunter, und bewahre sie und den Schlüssel an zwei anderen Orten auf. Stelle sie auf dem neuen Rechner wieder her.',
      act: 'Sicherungen',
    },
    zip: {
      when: 'Du willst alles ohne svc lesen oder svc verlassen',
      how: 'Lade eine Zip-Datei herunter: lesbare Dateien, aber von Geheimnissen nur die Namen, und keine Einstellungen.',
      act: 'Herunterladen',
    },
  },
  export: {
    title: 'Alles herunterladen',
    hint: 'Unterhaltungen, Gedächtnis, Menschen, Kontakte, Sammlungen, Aufgaben, Automatiken, Abläufe, Artefakte, Dateien des Arbeitsordners und was jeder Lauf gekostet hat. Nicht darin: die Werte von Geheimnissen, Einstellungen, Sicherungen und was noch zu prüfen ist.',
    zip: 'Als Zip-Datei',
    json: 'Als ein JSON-Dokument',
    jsonHint:
      'Die Zip-Datei, nicht das JSON-Dokument, lässt sich in ein leeres svc einlesen, in einem Terminal:',
    running: (section: string, done: string) => `Wird gesendet: ${section} (bisher ${done})`,
    incomplete: 'Im letzten Download fehlt etwas:',
    left: 'Der letzte Download wurde abgebrochen. Beginne ihn noch einmal.',
    complete: (size: string) => `Der letzte Download war vollständig: ${size} vor dem Komprimieren.`,
  },
  move: {
    title: 'Auf einen anderen Rechner umziehen',
    install:
      'Installiere svc auf dem anderen Rechner wie hier, so dass du svc in einem Terminal eingeben kannst (das erledigt make install in seinem Ordner).',
    open: 'Dort, in einem Terminal: Lege einmal ein Token an, und starte svc so, dass dieser Rechner es erreicht.',
    accept: 'Dort, in einem zweiten Terminal: Nimm den Umzug an. Du bekommst eine Adresse und ein Token.',
    enter: 'Hier: Gib unten beides ein.',
    hint: 'Was gesendet wird, kann nur der andere Rechner lesen. Was hier ist, bleibt hier: Lösche es unten, sobald du dort nachgesehen hast. Automatiken warten dort, bis du jede bestätigst.',
    what: (size: string, records: string, files: string, secrets: string) =>
      `${size} würden umziehen, darunter ${files} und ${secrets}. ${records}`,
    records: {
      threads: 'Unterhaltungen',
      memory: 'Notizen im Gedächtnis, auch berichtigte und vergessene',
      entities: 'Menschen, Organisationen und Dinge',
      records: 'Datensätze von Sammlungen',
      tasks: 'Aufgaben',
      triggers: 'Automatiken',
      workflows: 'Abläufe',
      artifacts: 'Artefakte',
      deals: 'Geschäfte',
    },
    databases: (count: number) => (count === 1 ? '1 Datenbank' : `${number(count)} Datenbanken`),
    files: (count: number) => (count === 1 ? '1 Datei' : `${number(count)} Dateien`),
    secrets: (count: number) => (count === 1 ? '1 Geheimnis' : `${number(count)} Geheimnisse`),
    targetMissing: 'Gib die Adresse ein.',
    tokenMissing: 'Gib das Token ein.',
    target: 'Adresse des anderen svc',
    targetHint: 'Wie svc migrate accept sie zeigt: https, oder http zu einer Adresse deines eigenen Netzes.',
    token: 'Token',
    begin: 'Alles umziehen',
    question: (target: string) => `Alles an ${target} senden?`,
    questionSays: [
      'Das andere svc bekommt Unterhaltungen, Gedächtnis, Dateien, Geheimnisse und Einstellungen und startet damit neu.',
      'Auch hier bleibt alles. Solange gesendet wird, kannst du es anhalten.',
    ],
    phases: {
      copying: 'Der jetzige Stand wird kopiert …',
      connecting: 'Wird verbunden …',
      sending: 'Wird gesendet …',
      restoring: 'Der andere Rechner prüft es und startet neu …',
    },
    working: 'In Arbeit …',
    sent: (sent: string, total: string) => `${sent} von ${total}`,
    stop: 'Anhalten',
    stopped: 'Der Umzug wurde angehalten. Hier ist alles, wie es war.',
    done: (at: string, databases: string, files: string, secrets: string) =>
      `Alles ist dort, wie es am ${at} war, geprüft: ${databases}, ${files} und ${secrets}.`,
  },
  erase: {
    title: 'Alles löschen',
    says: [
      'Lade zuerst alles herunter, wenn du es vielleicht wieder willst. Alle Unterhaltungen, das Gedächtnis, Menschen, Kontakte, Sammlungen, Aufgaben, Automatiken, Artefakte, Geheimnisse, Einstellungen und die Dateien des Arbeitsordners verschwinden. Das lässt sich nicht rückgängig machen.',
      'Läufe, die noch laufen, werden angehalten. svc startet neu und ist leer.',
      'Kopien anderswo bleiben: in Google Drive, auf anderen Rechnern, in Exporten, die du gemacht hast. Danach erfährst du, was noch da ist und wie du es entfernst.',
    ],
    keepBackups: 'Die Sicherungen auf diesem Rechner behalten und den Schlüssel, der sie öffnet',
    workspace: 'Auch die Dateien eines Arbeitsordners außerhalb des Datenordners löschen',
    unknown:
      'Es wurde nichts gelöscht: Das hier ist nicht von svc und liegt in seinem Datenordner. Lege es anderswohin, oder lass es entfernen, und tippe dann das Wort noch einmal.',
    removeUnknown: 'Auch das entfernen',
    word: 'löschen',
    type: 'Tippe zum Fortfahren: löschen',
    begin: 'Alles löschen',
    working: 'Wird gelöscht … svc startet dabei neu.',
    done: 'Alles ist gelöscht.',
    incomplete: 'Nicht alles konnte gelöscht werden. Bei jedem Start versucht svc es wieder.',
    what: 'Was gelöscht wurde',
    whatHint:
      'Gezählt in Zeilen der Datenbanken und in Dateien. Auch Verläufe und Verzeichnisse zählen, deshalb sind es mehr, als du gesehen hast.',
    rows: (name: string, rows: string) => `${name}: ${rows}`,
    stores: {
      'history.db': 'Unterhaltungen, Läufe, Aufgaben und Automatiken',
      'memory.db': 'Gedächtnis',
      'engine.db': 'Menschen, Organisationen und Dinge',
      'datastore.db': 'Sammlungen',
      'vault.db': 'Geheimnisse',
      apis: 'Profile von APIs',
      artifacts: 'Inhalte von Artefakten',
      backups: 'Sicherungen',
      changesets: 'Frühere Inhalte von Dateien',
      sweeps: 'Aufzeichnungen von Zusammenführungen',
      workspace: 'Arbeitsordner',
    } as Readonly<Record<string, string>>,
    notCounted: 'nicht gezählt',
    earlier: (time: string) => `Was das Löschen vom ${time} nicht erreicht hat`,
    remains: 'Was noch da ist',
    start: 'Neu beginnen',
  },
};
