import type { ErasureProblems } from '../../../core/keeping/erasure/says.ts';
import type { Words } from '../says.ts';
import { allQuoted } from './forms.ts';

export const keeping: Words<ErasureProblems> = {
  'erasure.erasure_on_host':
    'A host runs this instance, and only the host can erase its data. Nothing was erased: ask the host.',
  'erasure.erasure_in_progress':
    'An erasure is in progress. Wait for it to end; GET /api/data/erasure tells what became of it.',
  'erasure.runs_did_not_stop':
    'A run did not stop in time, so nothing was erased: it could have written afterwards. Try again in a moment.',
  'erasure.unknown_entries':
    'The data directory holds entries that are not from svc. Nothing was erased: move them elsewhere, or repeat the request with their names in "removeUnknown".',
  'erasure.erasure_incomplete':
    'Not everything could be erased: "remains" says what is left and why. Each start of the engine tries again.',
  'erasure.not_confirmed': ({ word }) =>
    `Nothing was erased: "confirm" must be exactly ${word}, so that no slip erases everything.`,
  'erasure.mounted':
    'Other file systems are mounted in what would be erased, and are never looked into. Nothing was erased: unmount them first. "names" lists them.',
  'erasure.not_all_named': ({ names, more }) =>
    `Your list does not name all entries of the data directory that are not from svc. Missing in it: ${allQuoted(names)}${more > 0 ? ` and ${more} more` : ''}.`,
  'erasure.not_there': ({ names, more }) =>
    `In it, but no such entry was found: ${allQuoted(names)}${more > 0 ? ` and ${more} more` : ''}.`,
  'erasure.name_them':
    'Nothing was erased: move them elsewhere, or repeat the request with their names in "removeUnknown".',
};
