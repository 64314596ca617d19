import type { ErasureProblems } from '../../../core/keeping/erasure/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, number } from './forms.ts';

export const keeping: Words<ErasureProblems> = {
  'erasure.erasure_on_host':
    'Ein Betreiber führt diese Instanz, und nur er kann ihre Daten löschen. Es wurde nichts gelöscht: Wende dich an ihn.',
  'erasure.erasure_in_progress': 'Das Löschen läuft schon. Warte, bis es zu Ende ist.',
  'erasure.runs_did_not_stop':
    'Ein Lauf ließ sich nicht rechtzeitig anhalten, deshalb wurde nichts gelöscht: Er hätte danach noch schreiben können. Versuche es gleich noch einmal.',
  'erasure.unknown_entries': 'Im Datenordner liegt, was nicht von svc ist. Es wurde nichts gelöscht.',
  'erasure.erasure_incomplete': 'Nicht alles ließ sich löschen. Jeder Start von svc versucht es noch einmal.',
  'erasure.not_confirmed': ({ word }) =>
    `Es wurde nichts gelöscht: Die Bestätigung muss genau ${word} sein, damit kein Versehen alles löscht.`,
  'erasure.mounted':
    'In dem, was gelöscht würde, sind andere Dateisysteme eingehängt, und in die wird nie gesehen. Es wurde nichts gelöscht: Hänge sie zuerst aus.',
  'erasure.not_all_named': ({ names, more }) =>
    `Die Liste nennt nicht alles im Datenordner, was nicht von svc ist. Es fehlt: ${allQuoted(names)}${more > 0 ? ` und ${number(more)} weitere` : ''}.`,
  'erasure.not_there': ({ names, more }) =>
    `Darin genannt, aber nicht gefunden: ${allQuoted(names)}${more > 0 ? ` und ${number(more)} weitere` : ''}.`,
  'erasure.name_them': 'Es wurde nichts gelöscht: Verschiebe sie, oder wiederhole es mit ihren Namen.',
};
