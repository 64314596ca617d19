import type { BackupSays, ManifestSays, RestoreSays } from '../../../core/keeping/backups/says.ts';
import type { Words } from '../says.ts';
import { counted, json, number, plain, quoted } from './forms.ts';

/** What was found out about a backup, and what became of a restore. */
export const backups: Words<ManifestSays & BackupSays & RestoreSays> = {
  'manifest.missing': 'Das Verzeichnis der Sicherung fehlt oder ist nicht lesbar.',
  'manifest.of-other': 'Das Verzeichnis gehört zu einer anderen Sicherung.',
  'manifest.changed': 'Das Verzeichnis wurde nach dem Sichern verändert.',
  'manifest.other-key':
    'Das Verzeichnis nennt einen anderen Schlüssel, als verwendet wurde: Es wurde danach verändert.',
  'manifest.too-large': 'Das Verzeichnis der Sicherung ist größer als jedes, das svc schreibt.',
  'manifest.no-json': 'Das Verzeichnis der Sicherung ist kein JSON.',
  'manifest.no-backup': 'Das ist kein Verzeichnis einer Sicherung.',
  'manifest.no-svc-backup': 'Das ist kein Verzeichnis einer Sicherung von svc.',
  'manifest.fields': 'Im Verzeichnis der Sicherung fehlen Angaben, oder es hat unbekannte oder falsche.',
  'manifest.no-key': 'Das Verzeichnis der Sicherung sagt „verschlüsselt“ und nennt keinen Schlüssel.',
  'manifest.half-a-key': 'Das Verzeichnis der Sicherung nennt einen Schlüssel nur zum Teil.',
  'manifest.databases': 'Das Verzeichnis der Sicherung beschreibt nicht jede Datenbank genau einmal.',
  'manifest.format': ({ format, known }) =>
    `Die Sicherung hat ${format === null ? 'kein Format' : `das Format ${json(format)}`}, und diese Version von svc liest das Format ${known}. Nimm die Version, die sie gemacht hat, oder eine neuere.`,
  'manifest.no-folder': ({ path }) =>
    `Das Verzeichnis der Sicherung nennt ${quoted(path)}, aber nicht den Ordner davon.`,
  'manifest.twice': ({ path }) => `Das Verzeichnis der Sicherung nennt einen Pfad zweimal: ${quoted(path)}.`,
  'manifest.two-spellings': ({ path }) =>
    `Das Verzeichnis der Sicherung nennt einen Pfad in zwei Schreibweisen: ${quoted(path)}.`,
  'manifest.no-path': ({ path }) =>
    `Das Verzeichnis der Sicherung nennt einen Pfad, den es nicht geben kann: ${quoted(path)}.`,
  'manifest.no-part': ({ path }) =>
    `Das Verzeichnis der Sicherung nennt ${quoted(path)}, das zu keiner Sicherung gehört.`,
  'manifest.no-file': ({ path }) =>
    `Das Verzeichnis der Sicherung beschreibt ${quoted(path)}, wie es keine Sicherung tut.`,
  'manifest.two-sizes': ({ path }) => `Das Verzeichnis der Sicherung nennt für ${quoted(path)} zwei Größen.`,

  'backup.plain': 'Sie ist nicht verschlüsselt, weil das ausgeschaltet ist (backup_encrypt).',
  'backup.without-key':
    'Sie ist weder verschlüsselt noch beglaubigt, weil der Tresor keinen brauchbaren Schlüssel hat: Jeder, der den Ordner lesen kann, kann alles darin lesen.',
  'backup.stuck':
    'Eine Datenbank der Sicherung hat die Prüfung zu lange aufgehalten. Vielleicht wurde sie dafür gemacht.',
  'backup.check-failed': ({ why }, tell) =>
    `Die Sicherung wurde gemacht, aber ihre Prüfung ist fehlgeschlagen: ${tell(why)}`,
  'backup.fault': ({ why }) => `Sie ist fehlgeschlagen: ${quoted(why)}.`,
  'backup.key-missing': ({ keyId }) =>
    `Der Tresor hier hat den Schlüssel ${keyId} nicht, mit dem diese Sicherung verschlüsselt ist. Stelle sie mit dem Tresorschlüssel des Rechners wieder her, der sie gemacht hat.`,
  'backup.unlisted': ({ path }) =>
    `Die Sicherung enthält ${quoted(path)}, das in ihrem Verzeichnis nicht steht.`,
  'backup.altered': ({ path }) => `${quoted(path)} fehlt, oder ist nicht, was gesichert wurde.`,
  'backup.unknown-database': ({ database }) => `${database} ist keine Datenbank dieser Version von svc.`,
  'backup.newer-database': ({ database, version, known }) =>
    `${database} hat die Schema-Version ${number(version)}, und diese Version von svc kennt sie bis ${number(known)}: Stelle sie mit der Version wieder her, die sie gemacht hat, oder mit einer neueren.`,
  'backup.other-version': ({ database }) =>
    `${database} hat eine andere Schema-Version, als das Verzeichnis sagt.`,
  'backup.other-schema': ({ database }) =>
    `${database} hat Tabellen, Trigger oder Sichten, die nicht von svc sind.`,
  'backup.not-opened': ({ database, why }) => `${database} lässt sich nicht öffnen: ${plain(why)}.`,
  'backup.damaged': ({ database, why }) => `${database} ist beschädigt: ${plain(why)}.`,
  'backup.other-rows': ({ database }) =>
    `${database} hat andere Anzahlen von Zeilen, als das Verzeichnis sagt.`,
  'backup.unreadable': ({ database, why }) => `${database} ist nicht lesbar: ${plain(why)}.`,
  'backup.folder-missing': ({ folder, mark }) =>
    `svc hat in ${plain(folder)} gesichert, und nichts davon ist dort: Vielleicht ist die Festplatte nicht eingehängt. Hänge sie ein, oder setze backup_dir auf einen anderen Ordner. Wurden die Sicherungen mit Absicht gelöscht, dann lege eine leere Datei namens ${mark} in den Ordner.`,
  'upload.failed': 'Beim Hochladen ist in svc ein Fehler aufgetreten. Das Protokoll sagt, warum.',
  'drill.stuck': 'Ein svc, das damit gestartet wurde, kam zu keinem Ende.',
  'drill.not-started': ({ why }) => `svc konnte damit nicht starten: ${plain(why)}`,
  'drill.fewer-rows': ({ database, table }) =>
    `Nach dem Start von svc hat ${database} weniger Zeilen in ${table} als die Sicherung.`,

  'restore.no-manifest': 'Ihr Verzeichnis fehlt oder ist nicht lesbar.',
  'restore.manifest-of-other': 'Ihr Verzeichnis gehört zu einer anderen Sicherung.',
  'restore.manifest-changed': 'Ihr Verzeichnis wurde nach dem Sichern verändert.',
  'restore.foreign': 'Eine andere Instanz hat sie gemacht. Stelle sie nur wieder her, wenn du sie kennst.',
  'restore.unauthenticated':
    'Kein Schlüssel beglaubigt sie: Jeder, der in ihren Ordner schreiben konnte, kann sie verändert haben.',
  'restore.dies': 'svc endete jedes Mal, als es mit den wiederhergestellten Dateien startete.',
  'restore.files-gone':
    'Die Dateien der Sicherung waren weg, bevor die Wiederherstellung begann. Es wurde nichts geändert.',
  'restore.because': ({ why }, tell) => tell(why),
  'restore.refused': ({ why }, tell) =>
    `Diese Sicherung lässt sich nicht wiederherstellen. ${tell(why)} An svc wurde nichts geändert.`,
  'restore.key-missing': ({ keyId }) => `Sie braucht den Tresorschlüssel ${keyId}, den dieses svc nicht hat.`,
  'restore.newer-database': ({ database, version, known, madeBy }) =>
    `${database} darin hat die Schema-Version ${number(version)}, und diese Version von svc kennt sie bis ${number(known)}. Nimm svc in der Version ${madeBy} oder einer neueren.`,
  'restore.other-file-system': ({ name }) =>
    `${name} im Datenordner liegt auf einem eigenen Dateisystem und lässt sich deshalb nicht mit dem Rest zusammen ersetzen.`,
  'restore.unusable-database': ({ database, why }, tell) => `${database} ist nicht verwendbar: ${tell(why)}.`,
  'restore.models-at': ({ addresses }) =>
    `Die Sicherung ist von einem anderen svc, und ab jetzt werden Modelle unter seinen Adressen gefragt: ${plain(addresses)}. Ändere sie, wenn es nicht deine sind.`,
  'restore.settings-left-out': ({ keys }) =>
    `Die Sicherung ist von einem anderen svc, deshalb fehlen Einstellungen, die sagen, welche Werkzeugserver es gibt, wohin Dateien und Schlüssel dieses Rechners gehen, wer hereindarf oder was ausgegeben werden darf: ${keys.join(', ')}. Setze sie hier selbst; einen Werkzeugserver, der ein Programm ist, fügst du mit „svc mcp add NAME --command PROGRAMM“ hinzu.`,
  'restore.workspace-kept': ({ entries, name }) =>
    `${counted(entries, 'Eintrag', 'Einträge')} des früheren Arbeitsordners ${entries === 1 ? 'ist' : 'sind'} in keiner Sicherung (Links, besondere Dateien, oder was nicht lesbar war), deshalb wurde er als ${name} im Datenordner behalten. Nimm heraus, was du brauchst, und lösche ihn dann.`,
  'restore.not-moved': ({ code }) =>
    `Die Dateien ließen sich nicht verschieben: ${code ?? 'Das Protokoll sagt, warum'}.`,
  'restore.not-started': ({ why }) =>
    `svc konnte mit den wiederhergestellten Dateien nicht starten: ${plain(why)}.`,
};
