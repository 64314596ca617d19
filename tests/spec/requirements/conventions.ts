import { quick, type Requirements } from './requirement.ts';

/** What every route has in common. */
export const ofConventions = [
  quick(['ours: contract', 'ours: promise D32'], {
    'contract.ids.case': 'Ids are UUIDv7; upper case is accepted and normalised.',
  }),
  quick('ours: contract', {
    'contract.times': 'Times are ISO 8601 UTC with milliseconds and Z.',
    'contract.lists': 'Lists have limit and cursor, newest first, with nextCursor; nothing is cut silently.',
    'contract.lists.bytes':
      'A page with large items ends early but holds at least one; no item is truncated or skipped.',
    'contract.unknown-keys': 'An unknown key in a body is 400 invalid_request; in a query it is ignored.',
    'contract.query-slips':
      'An unknown query parameter that is close to a known one of the route is named in Svc-Warning, and ignored.',
    'contract.violations': 'A body that violates the schema is 400 with violations.',
    'contract.method-not-allowed': 'A wrong method on a known path is 405 with Allow.',
    'contract.request-id': 'A valid X-Request-Id is kept, any other is replaced, and instance carries it.',
    'contract.openapi':
      'GET /api/openapi.json is the OpenAPI 3.1 document generated from the route rows; config/openapi.json is identical.',
    'contract.openapi.valid':
      'The document is valid OpenAPI; every operation has a tag and says what authorises it, and every answer names its headers.',
    'contract.openapi.schemas':
      'In the document every shape that occurs twice has one name, and the events of a stream are one union with a discriminator.',
    'contract.openapi.examples':
      'The main requests and answers have examples in the document, and each example fits its schema.',
    'contract.idempotency':
      'A repeated Idempotency-Key with the same body attaches to the first run; with another body it is 409 idempotency_mismatch.',
    'runs.whole':
      'POST …/run with Accept: application/json alone answers with one JSON body: 200 with the result, 202 with the question as soon as the run asks, or a problem if the run failed.',
    'runs.whole.stream':
      'POST …/run streams for every other Accept, also one that names JSON beside */* or text/event-stream.',
    'runs.whole.disconnect': 'A client that waits for the one body and disconnects does not stop the run.',
    'contract.browser-routes':
      'A browser can load the typed client without schemas and handlers; its generated table of routes matches the rows.',
    'contract.readyz': 'GET /readyz answers 503 with a reason until the engine is ready, and while draining.',
  }),
  quick(['ours: contract', 'ours: promise R12'], {
    'contract.lists.order':
      'Lists and their cursors follow the order of creation or change, whatever the clock says.',
  }),
  quick('ours: promise R12', {
    'contract.ids.rise': 'Ids increase, also across a restart after which the clock shows an earlier time.',
    'contract.durations': 'No duration is negative, and nothing ends before it began.',
  }),
  quick(['ours: contract', 'ours: promise D10'], {
    'contract.problem-body': 'Errors are RFC 9457 problems with code and error, without stack, path or SQL.',
  }),
  quick('ours: behaviour', {
    'live.tool-runs':
      'GET /api/tool-runs lists the runs of hosts that can be polled: who started each, its state, and whether it waits.',
    'contract.private-rows':
      'Rows that are marked private are served on the private socket; ports answer 404, and the document leaves them out.',
    'contract.rows.declared':
      'Every route has a row, no two routes are ambiguous, and every schema compiles.',
  }),
] satisfies Requirements;
