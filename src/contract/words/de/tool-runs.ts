import { MIB } from '../../../core/kernel/bytes.ts';
import type { ToolRunProblems } from '../../../core/execution/tool-runs/says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

export const toolRuns: Words<ToolRunProblems> = {
  'tool_runs.tool_run_not_found':
    'Keiner deiner Läufe hat diese run_id. Neuere haben ihn vielleicht ersetzt.',
  'tool_runs.tool_session_not_found':
    'Keine deiner Sitzungen hat diese session_id. Beginne ohne: Die Antwort nennt eine neue.',
  'tool_runs.tool_run_in_progress':
    'In dieser Sitzung läuft schon etwas. Frag es ab, warte, oder brich es ab; oder beginne in einer anderen Sitzung.',
  'tool_runs.active_sessions_limit': ({ limit }) =>
    `In ${number(limit)} Sitzungen läuft etwas, und mehr dürfen es nicht sein. Versuche es wieder, wenn eine fertig ist.`,
  'tool_runs.tracked_runs_limit': ({ limit }) =>
    `${number(limit)} Läufe sind im Gang, und mehr dürfen es nicht sein. Versuche es wieder, wenn einer fertig ist.`,
  'tool_runs.attachment_limit': ({ limit }) =>
    `Eine Datei darf ${limit / MIB} MB haben. Es wurde nichts begonnen.`,
  'tool_runs.attachments_limit': ({ limit }) =>
    `Die Dateien eines Laufs dürfen zusammen ${limit / MIB} MB haben. Es wurde nichts begonnen.`,
  'tool_runs.attachments_number_limit': ({ limit }) =>
    `Ein Lauf nimmt höchstens ${number(limit)} Dateien. Es wurde nichts begonnen.`,
  'tool_runs.not_base64':
    'Die Daten einer Datei sind kein base64: Sende sie aufgefüllt, ohne Leerraum. Es wurde nichts begonnen.',
  'tool_runs.other_size': ({ name, size, sizeBytes }) =>
    `Als Größe von ${quoted(name)} waren ${number(size)} Bytes genannt, und seine Daten ergeben ${number(sizeBytes)}: size ist die der Datei vor base64. Es wurde nichts begonnen.`,
  'tool_runs.files_folder_unusable':
    'Für die Dateien ließ sich kein eigener Ordner anlegen. Das Protokoll von svc sagt, warum. Es wurde nichts begonnen.',
  'tool_runs.not_waiting': 'Dieser Lauf wartet auf keine Eingabe. Frag ihn ab, um zu sehen, was er tut.',
  'tool_runs.poll_again':
    'Die Frage ist eine andere, seit dieser Lauf zuletzt abgefragt wurde. Frag ihn noch einmal ab, und beantworte, was er dann fragt.',
  'tool_runs.answered':
    'Diese Frage hatte schon eine andere Antwort, deshalb zählt diese nicht. Frag den Lauf noch einmal ab, und beantworte, was er dann fragt.',
  'tool_runs.not_an_option': 'Die Antwort muss eine der genannten sein.',
  'tool_runs.no_value': ({ saved, declined }) =>
    `Das fragt nach einem Geheimnis, dessen Wert nie hierher gesendet wird. Antworte „${saved}“, sobald es gespeichert ist, wie die Frage sagt, oder „${declined}“.`,
  'tool_runs.once_only':
    'Eine Erlaubnis von hier gilt nur für diesen Aufruf: Antworte mit einer der genannten. Mehr erlaubt, wem svc gehört, auf der Seite oder in einem Terminal.',
  'tool_runs.run_did_not_stop':
    'Der Lauf soll anhalten, und ist noch nicht zu Ende. Frag ihn ab, und versuche es wieder, wenn er fertig ist.',
  'tool_runs.resetting': 'Diese Sitzung wird gerade zurückgesetzt. Beginne danach noch einmal.',
  'tool_runs.secret_file':
    'Dateien mit diesem Namen enthalten meist Geheimnisse und werden deshalb nicht herausgegeben.',
  'tool_runs.output_file_limit': ({ limit }) => `Herausgegeben werden Dateien bis ${limit / MIB} MB.`,
  'tool_runs.not_with_a_run':
    'Unter diesem Pfad liegt keine Datei, die mit einem deiner Läufe kam. Solche Dateien bleiben, solange der Lauf sich abfragen lässt.',
  'tool_runs.elsewhere':
    'Der Pfad führt aus den Ordnern hinaus, deren Dateien herausgegeben werden, oder durch einen Link. Nimm einen Pfad aus output_files, oder einen, der vom Arbeitsordner ausgeht.',
  'tool_runs.control':
    'Im Pfad steht ein Steuerzeichen, und keine Datei, die herausgegeben wird, hat eines im Namen.',
  'tool_runs.folder':
    'Der Pfad endet mit einem Schrägstrich und nennt also einen Ordner. Nenne eine Datei darin.',
  'tool_runs.long': ({ bytes }) =>
    `Ein Name im Pfad hat mehr als ${number(bytes)} Bytes, und das kann keine Datei.`,
  'tool_runs.plain':
    'Der Pfad muss einer aus output_files sein, oder vom Arbeitsordner ausgehen, wie „notes/today.md“: ohne „..“, „//“ und umgekehrten Schrägstrich.',
};
