import { requirement, type Requirements } from './requirement.ts';

/** Contract §1: what every route has in common. */
export const ofConventions = {
  'contract.ids.case': requirement(
    ['ours: contract §1', 'ours: promise D32'],
    'Ids are UUIDv7; upper case is accepted and normalised.',
  ),
  'contract.times': requirement('ours: contract §1', 'Times are ISO 8601 UTC with milliseconds and Z.'),
  'contract.lists': requirement(
    'ours: contract §1',
    'Lists have limit and cursor, newest first, with nextCursor; nothing is cut silently.',
  ),
  'contract.lists.order': requirement(
    ['ours: contract §1', 'ours: promise R12'],
    'Lists are in the order in which things were made or changed, whatever the clock says, and so are their cursors.',
  ),
  'contract.lists.bytes': requirement(
    'ours: contract §1',
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
    'ours: contract §1',
    'Unknown keys in bodies are 400 invalid_request, in queries ignored.',
  ),
  'contract.problem-body': requirement(
    ['ours: contract §1', 'ours: promise D10'],
    'Errors are RFC 9457 problems with code and error, and no stack, path or SQL.',
  ),
  'contract.violations': requirement(
    'ours: contract §1',
    'A body against the schema answers 400 with violations.',
  ),
  'contract.method-not-allowed': requirement(
    'ours: contract §1',
    'A wrong method on a known path is 405 with Allow.',
  ),
  'contract.request-id': requirement(
    'ours: contract §1',
    'X-Request-Id is kept if sane, made otherwise, and stands in instance.',
  ),
  'contract.openapi': requirement(
    'ours: contract §1',
    'GET /api/openapi.json is the OpenAPI 3.1 document of the rows; config/openapi.json is the same.',
  ),
  'contract.idempotency': requirement(
    'ours: contract §1',
    'The same Idempotency-Key and body attach to the first run; another body is 409 idempotency_mismatch.',
  ),
  'contract.readyz': requirement(
    'ours: contract §1',
    'GET /readyz answers 503 with a reason until the engine is ready, and while draining.',
  ),
  'contract.rows.declared': requirement(
    'ours: house §3.7',
    'Every route of this issue has a row, no two routes are ambiguous, every schema compiles.',
  ),
} satisfies Requirements;
