import type { BackupProblems } from '../../../core/keeping/backups/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const backupProblems: Words<BackupProblems> = {
  'backups.backup_not_found': 'Diese Sicherung gibt es im Ordner der Sicherungen nicht.',
  'backups.operation_in_progress':
    'Eine Sicherung, eine Prüfung oder eine Wiederherstellung läuft schon. Warte, bis sie zu Ende ist, und versuche es dann noch einmal.',
  'backups.backup_space': 'Für eine Sicherung ist zu wenig Platz frei. Es wurde nichts geschrieben.',
  'backups.backup_folder':
    'Der Ordner für Sicherungen lässt sich nicht verwenden. Prüfe ihn in den Einstellungen (backup_dir); das Protokoll von svc sagt, was daran nicht stimmt.',
  'backups.backup_unusable':
    'Diese Sicherung lässt sich nicht wiederherstellen. An svc wurde nichts geändert.',
  'backups.backup_key_invalid': 'Das ist nicht der Schlüssel dieser Sicherung.',
  'backups.backup_exists':
    'Diese Sicherung ist schon hier: Sie bleibt, wie sie ist, und sonst wurde nichts behalten.',
  'backups.archive_unusable':
    'Das ist kein Archiv einer Sicherung von svc, oder es ist beschädigt. Es wurde nichts behalten.',
  'backups.restore_not_found':
    'Diese Wiederherstellung gibt es nicht, oder sie ist nicht unter den letzten zehn.',
  'backups.in_workspace':
    'backup_dir liegt im Arbeitsordner, wo der Agent Sicherungen ändern und löschen könnte. Wähle einen Ordner anderswo.',
  'backups.in_data':
    'backup_dir liegt im Datenordner, neben dem, was gesichert wird. Wähle einen Ordner anderswo, oder entferne die Einstellung.',
  'backups.file_unreadable': 'Eine Datei der Sicherung ist nicht lesbar. Prüfe die Sicherung.',
  'backups.other_bytes':
    'Eine Datei der Sicherung hat andere Bytes, als Google Drive angibt. Es wurde nichts behalten: Hole sie noch einmal, und bleibt das so, dann ist die Kopie in Google Drive beschädigt.',
  'backups.zip_space': 'Für den Inhalt der Zip-Datei ist zu wenig Platz frei. Es wurde nichts geändert.',
  'backups.other_size':
    'Eine Datei in Google Drive hat eine andere Größe, als das Verzeichnis der Sicherung sagt. Es wurde nichts behalten.',
  'backups.wrong_key': ({ keyId }) =>
    `Das ist nicht der Schlüssel dieser Sicherung: Sie braucht den Tresorschlüssel ${keyId}. Es wurde nichts geändert.`,
  'backups.restore_space': ({ needs, free }) =>
    `Eine Wiederherstellung braucht neben den jetzigen Daten ${needs} freien Platz, und es sind ${free} frei. Es wurde nichts geändert.`,
  'backups.copy_space': ({ needs, free }) =>
    `Eine Sicherung braucht ${needs} freien Platz, und es sind ${free} frei. Es wurde nichts geschrieben.`,
  'backups.file_changed': ({ name }) =>
    `Eine Datei der Sicherung hat eine andere Größe, als ihr Verzeichnis sagt: ${quoted(name)}. Prüfe die Sicherung.`,
  'backups.no_archive': ({ why }, tell) =>
    `Das ist kein Archiv einer Sicherung von svc (${tell(why)}). Es wurde nichts behalten.`,
};
