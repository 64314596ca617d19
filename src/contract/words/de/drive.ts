import type { DriveProblems } from '../../../core/keeping/backups/drive/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const drive: Words<DriveProblems> = {
  'drive.drive_full':
    'In Google Drive ist kein Platz mehr. Schaffe dort Platz, und sende die Sicherung dann noch einmal.',
  'drive.upload_altered':
    'In Google Drive liegt anderes, als gesendet wurde. Die Datei wurde dort entfernt und wird noch einmal gesendet.',
  'drive.drive_file_gone': 'Diese Datei gibt es in Google Drive nicht mehr.',
  'drive.drive_backup_not_found': 'Diese Sicherung ist in Google Drive nicht vollständig vorhanden.',
  'drive.drive_backup_unusable':
    'Die Sicherung in Google Drive lässt sich nicht verwenden. Es wurde nichts behalten.',
  'drive.root_file_unreadable':
    'Die Datei clouddrive-backup-root im Datenordner ist nicht lesbar, deshalb ist nicht bekannt, in welchen Ordner von Google Drive Sicherungen gehören. Es wurde nichts hochgeladen. Stelle die Datei wieder her, oder lösche sie, um einen neuen Ordner zu beginnen.',
  'drive.root_unclear':
    'Google Drive sagt nicht, wem der Ordner der Sicherungen gehört, deshalb wurde nichts hochgeladen. Es wird noch einmal versucht.',
  'drive.no_new_id':
    'Google Drive gab keine Kennung für eine neue Datei, deshalb wurde nichts angelegt. Das Hochladen wird noch einmal versucht.',
  'drive.listing_too_long':
    'Ein Ordner in Google Drive hat zu viele Einträge. Räume ihn auf, und versuche es dann noch einmal.',
  'drive.upload_not_possible': 'Diese Sicherung kann jetzt nicht hochgeladen werden.',
  'drive.why_hosted': 'Ein Betreiber führt diese Instanz, und Sicherungen einer solchen bleiben bei ihm.',
  'drive.why_off': 'backup_clouddrive ist aus.',
  'drive.why_not_connected':
    'Es ist kein Google-Konto verbunden. Verbinde eines auf der Seite unter Einstellungen, Google, oder mit svc google connect.',
  'drive.why_scope_missing':
    'Das Konto wurde ohne drive.file verbunden. Verbinde es noch einmal, und erlaube svc, die Dateien zu verwalten, die es anlegt.',
  'drive.why_not_encrypted': 'Sie ist nicht verschlüsselt, weil backup_encrypt aus ist.',
  'drive.why_no_key': 'Der Tresor hat keinen brauchbaren Schlüssel, deshalb ist sie nicht verschlüsselt.',
  'drive.why_paused': 'Das Konto wird gerade getrennt.',
  'drive.why_failed': 'Der letzte Versuch ist fehlgeschlagen.',
  'drive.manifest_long':
    'Das Verzeichnis der Sicherung in Google Drive ist größer als jedes, das svc schreibt.',
  'drive.manifest_of_other': 'Das Verzeichnis in Google Drive gehört zu einer anderen Sicherung.',
  'drive.busy':
    'Eine Sicherung wurde gerade hochgeladen und hielt nicht rechtzeitig an: Teile davon können übrig sein.',
  'drive.fault': 'Beim Löschen ist in svc ein Fehler aufgetreten. Das Protokoll sagt, warum.',
  'drive.no_answer': 'Google Drive hat nicht rechtzeitig geantwortet.',
  'drive.call_failed': 'Der Aufruf ist fehlgeschlagen; das Protokoll von svc sagt, warum.',
  'drive.asked_to_wait': 'Google verlangt zu warten.',
  'drive.strange': 'Google hat nicht wie erwartet geantwortet.',
  'drive.refused': 'Google hat es abgelehnt.',
  'drive.missing': ({ path }) =>
    `Eine Datei der Sicherung fehlt in Google Drive, oder hat dort eine andere Größe: ${quoted(path)}. Es wurde nichts behalten.`,
  'drive.not_uploaded': ({ why }, tell) =>
    `Sicherungen werden nicht hochgeladen, obwohl backup_clouddrive an ist: ${tell(why)}`,
  'drive.unknown_owner': ({ what }) => `Google hat nicht gesagt, von wem ${what} ist.`,
  'drive.late': ({ seconds }) => `Das Löschen wurde nach ${seconds} Sekunden abgebrochen.`,
  'drive.not_deleted': ({ what, why }, tell) => `${what} ließ sich nicht löschen: ${tell(why)}`,
  'drive.not_listed': ({ what, why }, tell) => `${what} ließ sich nicht auflisten: ${tell(why)}`,
  'drive.not_all_listed': ({ what, why }, tell) =>
    `${what} ließ sich nicht bis zum Ende auflisten: ${tell(why)}`,
};
