import type { RemainsProblems } from '../../../core/keeping/erasure/says.ts';
import type { Words } from '../says.ts';
import { number, plain, quoted } from './forms.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'dieser Benutzer darf es nicht ändern',
  EPERM: 'dieser Benutzer darf es nicht ändern, oder das Dateisystem schützt es',
  EROFS: 'sein Dateisystem ist schreibgeschützt',
  EBUSY: 'es ist in Gebrauch, oder dort ist ein anderes Dateisystem eingebunden',
  ENOTEMPTY: 'darin ließ sich etwas nicht entfernen, oder kam inzwischen hinzu',
  EIO: 'die Festplatte meldete einen Fehler',
  ENOSPC: 'die Festplatte ist voll',
};

/** By what the inventory of the data directory says. */
const STAYS: Readonly<Record<string, string>> = {
  'it contains nothing about the owner, and clients would lose access':
    'Es enthält nichts über dich, und angemeldete Programme verlören den Zugang',
  'it contains prices of models, and nothing about the owner':
    'Es enthält Preise von Modellen und nichts über dich',
  'it is a random id, by which copies elsewhere are known as those of this engine':
    'Es ist eine zufällige Kennung, an der Kopien anderswo als die von diesem svc erkannt werden',
  'it describes the backups that you kept': 'Es beschreibt die Sicherungen, die du behalten hast',
  'the folder and the copies in it stay in the drive':
    'Der Ordner und die Kopien darin bleiben in Google Drive',
};

export const erasure: Words<RemainsProblems> = {
  'remains.entry': ({ name }) => `${plain(name)}`,
  'remains.more': ({ count }) => `${number(count)} weitere Einträge wie diese`,
  'remains.everything': 'Alles',
  'remains.drive': 'Sicherungen in deinem Google Drive, im Ordner svc-backups',
  'remains.access': 'Der Zugang von svc zu deinem Google-Konto',
  'remains.variables': ({ names }) => `Geheimnisse in der Umgebung: ${names.join(', ')}`,
  'remains.log': 'Zeilen, die svc protokolliert hat',
  'remains.sent': 'Was an Anbieter von Modellen und andere Server gesendet wurde',
  'remains.backups': ({ folder, count }) =>
    `${count === null ? 'Sicherungen' : `${number(count)} Sicherungen`} in ${quoted(folder)}`,
  'why.not_removed': ({ code }) => `Das ließ sich nicht entfernen: ${REASONS[code] ?? code}.`,
  'how.removable':
    'Mach, dass es sich entfernen lässt, oder entferne es selbst, während svc nicht läuft. Jeder Start von svc versucht es noch einmal.',
  'why.more_not_removed': 'Sie ließen sich nicht entfernen.',
  'how.as_others': 'Wie bei den anderen.',
  'why.holds_a_word':
    'Das bleibt mit Absicht, enthält aber einen Namen, eine Adresse oder eine Kennung aus den gelöschten Daten.',
  'how.look': 'Sieh es dir an, und entferne es, während svc nicht läuft.',
  'why.stays': ({ why }) => `${STAYS[why] ?? why}.`,
  'how.remove': 'Entferne es, während svc nicht läuft.',
  'why.opens_backups': 'Er öffnet die Sicherungen, die du behalten hast.',
  'how.keep': 'Behalte ihn so lange wie sie.',
  'why.kept': 'Du wolltest sie behalten.',
  'how.one_by_one':
    'Lösche sie einzeln unter Sicherungen, oder lösche noch einmal alles, ohne sie zu behalten.',
  'why.drive': ({ isReadable }) =>
    `Was in Google Drive liegt, bleibt beim Löschen unberührt.${isReadable ? '' : ' Es ist mit dem Tresorschlüssel verschlüsselt, der hier gelöscht wird: Ohne eine Kopie davon lässt es sich nicht mehr lesen.'}`,
  'how.drive':
    'Lösche diesen Ordner in Google Drive; oder verbinde das Konto noch einmal, und lösche sie beim Trennen.',
  'why.access': 'Die Token sind hier gelöscht, aber Google führt den Zugang noch.',
  'how.access': 'Beende ihn unter myaccount.google.com, bei den Drittanbietern.',
  'why.workspace': 'Der Arbeitsordner ist ein eigener Ordner außerhalb des Datenordners.',
  'how.workspace': 'Lösche, was du dort nicht behalten willst, oder lösche ihn mit.',
  'why.variables': 'svc liest sie bei jedem Start wieder.',
  'how.variables':
    'Entferne sie dort, wo sie gesetzt sind, wie in .env, der Unit-Datei oder docker-compose.yml.',
  'why.project': 'Die Einstellungen eines Projekts sind eine Datei des Projekts.',
  'how.project': 'Entferne die Datei, oder was darin von dir ist.',
  'why.log': 'svc schreibt sie nach stderr; was svc gestartet hat, verwahrt sie vielleicht.',
  'how.log': 'Lösche sie dort, etwa mit „journalctl --vacuum-time“ oder „docker compose rm“.',
  'why.sent': 'Das hat diesen Rechner mit den Anfragen deiner Aufgaben verlassen.',
  'how.sent': 'Bitte darum, es zu löschen; in den Bedingungen steht, wie lange es verwahrt wird.',
  'how.kept_there': 'Lösche sie dort. Um eine wiederherzustellen, setze backup_dir wieder auf diesen Ordner.',
  'why.of_others':
    'Eine andere Instanz hat sie gemacht, oder ihre Verzeichnisse sind nicht lesbar, deshalb sind sie nicht als die von dieser bekannt.',
  'how.of_others': 'Lösche die, die deine sind.',
  'why.unreachable': 'Der Ordner ist jetzt nicht lesbar, deshalb wurde dort nichts entfernt.',
  'how.unreachable':
    'Binde seine Festplatte ein oder gib diesem Benutzer Zugriff, und lösche die Sicherungen darin.',
  'why.not_ended': 'Das Löschen wurde begonnen, kam aber nicht zu Ende.',
  'how.start': 'Starte svc noch einmal: Jeder Start macht weiter.',
};
