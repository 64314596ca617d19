import { conflict, forbidden, internal, invalid, refusalsInText } from '../../kernel/refusal.ts';
import { CONFIRMATION } from './model.ts';

export const refuse = refusalsInText({
  not_confirmed: invalid(
    `Nothing was erased: "confirm" must be exactly ${CONFIRMATION}, so that no slip erases everything.`,
  ),
  erasure_on_host: forbidden(
    'A host runs this instance, and only the host can erase its data. Nothing was erased: ask the host.',
  ),
  erasure_in_progress: conflict(
    'An erasure is in progress. Wait for it to end; GET /api/data/erasure tells what became of it.',
  ),
  runs_did_not_stop: conflict(
    'A run did not stop in time, so nothing was erased: it could have written afterwards. Try again in a moment.',
  ),
  unknown_entries: conflict(
    'The data directory holds entries that are not from svc. Nothing was erased: move them elsewhere, or repeat the request with their names in "removeUnknown".',
  ),
  erasure_incomplete: internal(
    'Not everything could be erased: "remains" says what is left and why. Each start of the engine tries again.',
  ),
});
