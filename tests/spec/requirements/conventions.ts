import { requirement, type Requirements } from './requirement.ts';

/** Contract §1: what every route has in common. */
export const ofConventions = {
  'contract.ids.case': requirement(
    ['ours: contract', 'ours: promise D32'],
    'Ids are UUIDv7; upper case is accepted and normalised.',
  ),
  'contract.times': requirement('ours: contract', 'Times are ISO 8601 UTC with milliseconds and Z.'),
  'contract.lists': requirement(
    'ours: contract',
    'Lists have limit and cursor, newest first, with nextCursor; nothing is cut silently.',
  ),
  'contract.lists.order': requirement(
    ['ours: contract', 'ours: promise R12'],
    'Lists are in the order in which things were made or changed, whatever the clock says, and so are their cursors.',
  ),
  'contract.lists.bytes': requirement(
    'ours: contract',
    'A page ends early where its items are large, with at least one of them; none is cut or passed over.',
  ),
  'contract.ids.rise': requirement(
    'ours: promise R12',
    'Ids rise from one to the next, also across a start after which the clock shows an earlier time.',
  ),
  'contract.durations': requirement(
    'ours: promise R12',
    'No duration is below zero, and nothing ends before it began.',
  ),
  'contract.unknown-keys': requirement(
    'ours: contract',
    'Unknown keys in bodies are 400 invalid_request, in queries ignored.',
  ),
  'contract.problem-body': requirement(
    ['ours: contract', 'ours: promise D10'],
    'Errors are RFC 9457 problems with code and error, and no stack, path or SQL.',
  ),
  'contract.violations': requirement(
    'ours: contract',
    'A body against the schema answers 400 with violations.',
  ),
  'contract.method-not-allowed': requirement(
    'ours: contract',
    'A wrong method on a known path is 405 with Allow.',
  ),
  'contract.request-id': requirement(
    'ours: contract',
    'X-Request-Id is kept if sane, made otherwise, and stands in instance.',
  ),
  'contract.openapi': requirement(
    'ours: contract',
    'GET /api/openapi.json is the OpenAPI 3.1 document of the rows; config/openapi.json is the same.',
  ),
  'contract.idempotency': requirement(
    'ours: contract',
    'The same Idempotency-Key and body attach to the first run; another body is 409 idempotency_mismatch.',
  ),
  'contract.readyz': requirement(
    'ours: contract',
    'GET /readyz answers 503 with a reason until the engine is ready, and while draining.',
  ),
  'contract.rows.declared': requirement(
    'ours: behaviour',
    'Every route has a row, no two routes are ambiguous, every schema compiles.',
  ),
} satisfies Requirements;
