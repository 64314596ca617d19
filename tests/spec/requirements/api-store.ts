import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { apiProfile, apiStore, httpApi, authentication, errors, limits } = heading;

/** Profiles of external APIs, and http_request, which enforces them. */
export const ofTheApiStore = {
  // API profile
  'apis.file': requirement(apiProfile, 'An API profile is the file ~/.svc/apis/<id>.json.'),
  'apis.id': requirement(
    apiProfile,
    'id is required, a string, unique, and used in the CLI and for rate limiting.',
  ),
  'apis.name': requirement(apiProfile, 'name is required: a display name.'),
  'apis.base_url': requirement(
    apiProfile,
    'base_url is required: a URL whose hostname is used for matching requests.',
  ),
  'apis.description': requirement(
    apiProfile,
    'description is required: a string that is injected into the agent context.',
  ),
  'apis.auth': requirement(apiProfile, 'auth is optional: an object with a type and fields of that type.'),
  'apis.rate_limit': requirement(
    apiProfile,
    'rate_limit is optional, an object, and enforced automatically.',
  ),
  'apis.endpoints': requirement(apiProfile, 'endpoints is an optional array of {method, path, description}.'),
  'apis.endpoints.path': requirement(apiProfile, 'The path of an endpoint may contain {param} placeholders.'),
  'apis.guidelines': requirement(
    apiProfile,
    'guidelines is an optional array of strings: what the agent should do.',
  ),
  'apis.avoid': requirement(
    apiProfile,
    'avoid is an optional array of strings: what the agent should not do.',
  ),
  'apis.notes': requirement(apiProfile, 'notes is an optional array of strings: extra context.'),
  'apis.auth.basic': requirement(
    [apiProfile, authentication],
    'auth.type basic is HTTP Basic: base64 of username:password.',
  ),
  'apis.auth.bearer': requirement(
    [apiProfile, authentication],
    'auth.type bearer is a bearer token in the Authorization header.',
  ),
  'apis.auth.header': requirement(
    [apiProfile, authentication],
    'auth.type header is a key in the header header_name, X-Api-Key by default.',
  ),
  'apis.auth.query': requirement(
    [apiProfile, authentication],
    'auth.type query is a key in the query parameter query_param, key by default.',
  ),
  'apis.auth.instructions': requirement(apiProfile, 'Every auth type accepts an instructions string.'),
  'apis.auth.secret-reference': requirement(
    apiProfile,
    'A credential reference inside instructions has the shape secret:<SECRET_NAME>.',
  ),
  'apis.rate_limit.second': requirement([apiProfile, limits], 'requests_per_second is an optional integer.'),
  'apis.rate_limit.minute': requirement([apiProfile, limits], 'requests_per_minute is an optional integer.'),
  'apis.rate_limit.hour': requirement([apiProfile, limits], 'requests_per_hour is an optional integer.'),
  'apis.rate_limit.day': requirement([apiProfile, limits], 'requests_per_day is an optional integer.'),
  'apis.rate_limit.combined': requirement(
    [apiProfile, limits],
    'Rate limits may be combined, and are enforced by host.',
  ),

  // API Store behaviour
  'apis.noticed': requirement(
    'ours: behaviour',
    'A profile that is put into the folder, changed or taken out counts from the next run on, and is listed at once.',
  ),
  'apis.save': requirement(
    'ours: behaviour',
    'The owner adds and changes a profile on the page, through one route that checks it as those of the agent are checked.',
  ),
  'apis.loaded': requirement(apiStore, 'Engine.init() loads profiles from ~/.svc/apis/*.json.'),
  'apis.prompt': requirement(
    apiStore,
    'The system prompt lists each profile under Registered APIs: name, description, base URL, auth type, rate limit, endpoints, guidelines, avoid.',
  ),
  'apis.setup': requirement(
    apiStore,
    'api_setup accepts a profile only when endpoints (one with method, path, description), guidelines (one), avoid (one) and auth are present.',
  ),
  'apis.setup.refused': requirement(
    [apiStore, errors],
    'api_setup with a profile that lacks endpoints, guidelines, avoid or auth is rejected; the agent is told to research the API.',
  ),
  'apis.request.matched': requirement(
    apiStore,
    'http_request checks the request hostname against registered profiles.',
  ),
  'apis.request.waits': requirement(
    'ours: contract',
    'A request over requests_per_second waits for at most 2 s, and its result says for how long; longer windows block at once.',
  ),
  'apis.request.limited': requirement(
    [apiStore, errors],
    'A request that exceeds a window of the rate limit is blocked with an error message.',
  ),
  'apis.request.profile-first': requirement(
    errors,
    'A URL that looks like an API (host contains api., path contains /v1, /v2, /v3 or /api/) without a profile is blocked with a message to create one first.',
  ),
  'apis.request.exempt': requirement(
    errors,
    'Common hosts that are not APIs, including the local host, are exempt from the profile-first block.',
  ),
  'apis.cli.list': requirement(apiStore, '/api and /api list list the profiles.', 'long'),
  'apis.cli.show': requirement(apiStore, '/api show <id> shows one profile in full.', 'long'),
  'apis.http.list': requirement(httpApi, 'GET /api/api-profiles returns the profiles.'),
  'apis.http.get': requirement(httpApi, 'GET /api/api-profiles/:id returns one profile.'),

  // Ours
  'apis.bad-file': requirement(
    'ours: promise R4',
    'The engine starts whatever is in the place of a profile: it logs one line, leaves the file untouched and loads the other profiles.',
  ),
  'apis.setup.changed-text': requirement(
    'ours: behaviour',
    'Before a profile changes, the owner sees the old and new value of each changed field in full; a change too large to show is refused. A new profile is shown with every field that is kept.',
  ),
  'apis.unbinds': requirement(
    'ours: behaviour',
    'A secret binding that a profile made is removed with the profile or with the address or secret it drops, also after a crash; bindings of the owner or of another profile stay.',
  ),
  'apis.credentials': requirement(
    ['ours: promise D22', 'ours: promise S27', 'ours: promise S24'],
    'Only the engine attaches a credential: over https, to the host that its secret is bound to, in the place its auth type names, and never across origins.',
  ),
  'apis.rate.exact': requirement(
    ['ours: behaviour', 'ours: promise S29'],
    'Concurrent requests never exceed a rate window, and a refused request uses up nothing.',
  ),
  'apis.rate.durable': requirement(
    ['ours: behaviour', 'ours: promise S29'],
    'A count is on disk before its request is sent, and survives a restart.',
  ),
  'apis.rate.clock': requirement('ours: promise R12', 'No jump of the clock ends a window early.'),
  'apis.prompt.untrusted': requirement(
    'ours: promise S31',
    'The text of profiles stands in one element of the system prompt, and nothing in the text can close it.',
  ),
  'apis.prompt.stable': requirement(
    'ours: behaviour',
    'The system prompt stays the same during a run; changed profiles apply from the next run.',
  ),
  'apis.setup.consent': requirement(
    ['ours: promise D23', 'ours: promise S27'],
    'The consent question for a profile change names the API, the host and the secret, using only the input.',
  ),
  'apis.bootstrap': requirement(
    'ours: behaviour',
    'A profile can be made from an OpenAPI 3 document in JSON or YAML, given by address or as text.',
  ),
  'apis.file.atomic': requirement(
    ['ours: promise R5', 'ours: promise D13'],
    'A profile is written completely or not at all, and is readable by its owner only.',
  ),
  'apis.terminal': requirement(
    'ours: contract',
    'svc api list and svc api show <id> print the registered APIs.',
    'long',
  ),
} satisfies Requirements;
