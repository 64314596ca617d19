import type { FileProblems } from '../../../core/workspace/files/says.ts';
import type { ChangesetProblems } from '../../../core/workspace/changesets/says.ts';
import type { AttachmentProblems } from '../../../core/workspace/attachments/says.ts';
import type { ArtifactProblems } from '../../../core/workspace/artifacts/says.ts';
import type { DeletedFileProblems } from '../../../core/workspace/deleted-files/says.ts';
import type { Words } from '../says.ts';
import { counted, number, quoted } from './forms.ts';

export const workspace: Words<
  DeletedFileProblems & ArtifactProblems & AttachmentProblems & ChangesetProblems & FileProblems
> = {
  'deleted_files.deleted_file_not_found':
    'Diese gelöschte Datei gibt es nicht mehr. Sie wurde zurückgeholt, oder ihre Zeit ist um.',
  'deleted_files.too_large_to_keep':
    'Die Datei ist zu groß, um sie fürs Zurückholen aufzuheben. Es wurde nichts gelöscht.',

  'artifacts.content_damaged':
    'Der Inhalt dieses Artefakts fehlt oder ist beschädigt. Vielleicht hat ihn eine Sicherung; andere Fassungen lassen sich lesen.',
  'artifacts.artifact_not_found': 'Dieses Artefakt gibt es nicht mehr.',
  'artifacts.invalid_artifact': 'Ein Artefakt braucht einen Titel und einen Inhalt.',
  'artifacts.artifact_changed':
    'Das Artefakt wurde inzwischen geändert. Lade es neu, und ändere es dann noch einmal.',
  'artifacts.artifact_version_gone': ({ versions }) =>
    `Diese Fassung gibt es nicht mehr: Von jedem Artefakt werden nur die neuesten ${number(versions)} aufbewahrt.`,
  'artifacts.artifact_too_large': ({ mb }) => `Ein Artefakt hat höchstens ${number(mb)} MB Text.`,

  'attachments.unusable': ({ path, why }, tell) =>
    `Der Anhang ${quoted(path)} lässt sich nicht verwenden. ${tell(why)} Es wurde nichts begonnen.`,
  'attachments.too_large': ({ sizeBytes, mostBytes }) =>
    `Er hat ${number(sizeBytes)} Bytes, und ein Anhang darf ${number(mostBytes)} haben: Nenne stattdessen seinen Pfad in der Aufgabe.`,

  'changesets.changeset_run_required':
    'Das Prüfen muss sagen, zu welchem Lauf die Änderungen gehören. Es wurde nichts geändert.',
  'changesets.changeset_run_stale':
    'Die Änderungen gehören zu einem späteren Lauf: Lade sie neu, und prüfe dann diese. Es wurde nichts geändert.',
  'changesets.no_changeset': 'Hier warten keine Änderungen darauf, geprüft zu werden.',
  'changesets.not_in_changeset':
    'Eine dieser Dateien ist nicht unter den Änderungen zum Prüfen. Es wurde nichts geändert.',
  'changesets.files_missing': 'Um nur einen Teil rückgängig zu machen, müssen die Dateien genannt sein.',
  'changesets.files_only_for_partial':
    'Einzelne Dateien lassen sich nur nennen, wenn ein Teil rückgängig gemacht wird.',
  'changesets.too_large_to_undo':
    'Die Datei, die es schon gibt, ist zu groß zum Kopieren, und ohne Kopie ließe sich die Änderung nicht rückgängig machen. Es wurde nichts geändert: Nimm eine andere Datei, oder verschiebe diese.',
  'changesets.changed_in_other_thread':
    'Eine andere Unterhaltung hat diese Datei seither geändert, und auch diese Änderungen sind noch zu prüfen. Mache zuerst die späteren rückgängig, dann diese.',
  'changesets.half_of_rename':
    'Diese Datei wurde verschoben, und du behältst nur die Hälfte davon: Der Inhalt ginge verloren. Behalte beide Pfade, oder mache beide rückgängig.',
  'changesets.changes_pending':
    'Läufe dieser Unterhaltung haben Dateien geändert, die noch zu prüfen sind. Entscheide zuerst, ob sie bleiben oder rückgängig gemacht werden. Es wurde nichts gelöscht.',
  'changesets.changes_not_undone':
    'Einige Änderungen ließen sich nicht rückgängig machen, deshalb wurde die Unterhaltung nicht gelöscht; die anderen sind rückgängig gemacht. Prüfe die übrigen, oder lösche die Unterhaltung, und behalte die Änderungen.',
  'changesets.changed_meanwhile':
    'Die Datei wurde seither außerhalb des Laufs geändert, und das ginge verloren. Sie blieb, wie sie ist: Behalte sie, oder verschiebe sie, und mache es dann noch einmal rückgängig.',
  'changesets.changed_between':
    'Die Datei wurde zwischen zwei Läufen von außen geändert. Sie ist wieder, wie sie da war: Behalte sie, oder verschiebe sie, und mache es noch einmal rückgängig, um den Stand davor zu bekommen.',
  'changesets.not_rolled_back':
    'Die Datei ließ sich nicht ändern; das Protokoll von svc sagt, warum. Sie blieb, wie sie ist: Prüfe sie noch einmal.',
  'changesets.copy_damaged':
    'Die Kopie vom früheren Stand dieser Datei fehlt oder ist beschädigt. Die Datei blieb, wie sie ist.',
  'changesets.no_such_part':
    'Die Datei hat diese Änderung nicht mehr. Es wurde nichts geändert: Sieh dir ihre Änderungen noch einmal an.',

  'files.invalid_path': 'Der Pfad muss vom Arbeitsordner ausgehen, wie „notizen/heute.md“.',
  'files.outside_workspace':
    'Dieser Pfad führt aus dem Arbeitsordner hinaus, oder über einen Link. Erreichbar sind nur wirkliche Dateien darin.',
  'files.not_a_file': 'Dieser Pfad ist keine Datei, oder ein Teil davon ist eine Datei statt eines Ordners.',
  'files.file_too_large': 'Diese Datei ist größer, als hier gelesen wird.',
  'files.file_not_found': 'Unter diesem Pfad gibt es im Arbeitsordner nichts.',
  'files.file_exists': 'Dort gibt es schon etwas. Es wurde nichts umbenannt und nichts überschrieben.',
  'files.invalid_base64': 'Der Inhalt ist kein Base64. Es wurde nichts geschrieben.',
  'files.not_permitted': 'Das Betriebssystem erlaubt svc nicht, das zu lesen oder zu ändern.',
  'files.file_changed': 'Die Datei wurde inzwischen von außen geändert. Lies sie neu, und ändere sie dann.',
  'files.change_stopped': 'Das wurde angehalten, bevor es etwas geändert hat.',
  'files.not_text':
    'Die Datei ist kein lesbarer Text, lässt sich also nicht bearbeiten. Sie blieb, wie sie ist.',
  'files.letter_without_place':
    'Die Datei ist in Latin-1 (Windows-1252), und newString hat einen Buchstaben, den diese Kodierung nicht hat. Es wurde nichts geändert. Nimm andere Buchstaben, oder schreibe die ganze Datei neu, in UTF-8.',
  'files.nothing_to_change': 'oldString und newString sind gleich, es gibt also nichts zu ändern.',
  'files.too_large_to_read': ({ sizeBytes, mostBytes }) =>
    `Die Datei hat ${number(sizeBytes)} Bytes; gelesen und bearbeitet werden höchstens ${number(mostBytes)}. Es wurde nichts davon gelesen. Teile sie auf.`,
  'files.same_names': 'Zu viele Dateien in diesem Ordner heißen so. Es wurde nichts geschrieben.',
  'files.no_line': ({ lines, line }) =>
    `Die Datei hat ${counted(lines, 'Zeile', 'Zeilen')}, eine Zeile ${number(line)} gibt es also nicht.`,
  'files.matches': ({ count, lines, hasMore }) =>
    `oldString kommt ${number(count)}-mal vor, in den Zeilen ${lines.join(', ')}${hasMore ? ' und weiteren' : ''}. Es wurde nichts geändert. Mache es länger, damit es nur einmal vorkommt, oder setze replaceAll.`,
  'files.nearest': ({ line }) =>
    `oldString kommt in der Datei nicht vor. Es wurde nichts geändert. ${line === null ? 'Keine Zeile ist ihm ähnlich. Lies die Datei noch einmal.' : `Seiner ersten Zeile am ähnlichsten ist Zeile ${number(line)}. Lies sie, und übernimm sie genau, auch Leerzeichen.`}`,
  'files.member_files_full': ({ gb, isShared }) =>
    isShared
      ? `Im Ordner shared ist kein Platz mehr: Mitglieder dürfen ${number(gb)} GB davon füllen. Es wurde nichts gespeichert. Lösche dort etwas, oder bitte, wem svc gehört, um mehr Platz.`
      : `Deine Dateien dürfen ${number(gb)} GB belegen, und damit wären es mehr. Es wurde nichts gespeichert. Lösche etwas von deinen Dateien oder Artefakten, oder bitte, wem svc gehört, um mehr Platz.`,
  'files.run_wrote_too_much': ({ left, bytes }) =>
    `Ein Lauf darf 100 MB in den Arbeitsordner schreiben, alle Dateien zusammen. Er hat noch ${number(left)} Bytes übrig, und das braucht ${number(bytes)}. Es wurde nichts geschrieben; mache in einem anderen Lauf weiter.`,
};
