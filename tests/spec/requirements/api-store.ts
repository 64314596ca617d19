import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { apiProfile, apiStore, httpApi, authentication, errors, limits } = heading;

/** Profiles of external APIs, and http_request, which enforces them. */
export const ofTheApiStore = [
  // API profile
  quick(apiProfile, {
    'apis.file': 'An API profile is the file ~/.svc/apis/<id>.json.',
    'apis.id': 'id is required, a string, unique, and used in the CLI and for rate limiting.',
    'apis.name': 'name is required: a display name.',
    'apis.base_url': 'base_url is required: a URL whose hostname is used for matching requests.',
    'apis.description': 'description is required: a string that is injected into the agent context.',
    'apis.auth': 'auth is optional: an object with a type and fields of that type.',
    'apis.rate_limit': 'rate_limit is optional, an object, and enforced automatically.',
    'apis.endpoints': 'endpoints is an optional array of {method, path, description}.',
    'apis.endpoints.path': 'The path of an endpoint may contain {param} placeholders.',
    'apis.guidelines': 'guidelines is an optional array of strings: what the agent should do.',
    'apis.avoid': 'avoid is an optional array of strings: what the agent should not do.',
    'apis.notes': 'notes is an optional array of strings: extra context.',
    'apis.auth.instructions': 'Every auth type accepts an instructions string.',
    'apis.auth.secret-reference':
      'A credential reference inside instructions has the shape secret:<SECRET_NAME>.',
  }),
  quick([apiProfile, authentication], {
    'apis.auth.basic': 'auth.type basic is HTTP Basic: base64 of username:password.',
    'apis.auth.bearer': 'auth.type bearer is a bearer token in the Authorization header.',
    'apis.auth.header': 'auth.type header is a key in the header header_name, X-Api-Key by default.',
    'apis.auth.query': 'auth.type query is a key in the query parameter query_param, key by default.',
  }),
  quick([apiProfile, limits], {
    'apis.rate_limit.second': 'requests_per_second is an optional integer.',
    'apis.rate_limit.minute': 'requests_per_minute is an optional integer.',
    'apis.rate_limit.hour': 'requests_per_hour is an optional integer.',
    'apis.rate_limit.day': 'requests_per_day is an optional integer.',
    'apis.rate_limit.combined': 'Rate limits may be combined, and are enforced by host.',
  }),

  // API Store behaviour
  quick('ours: behaviour', {
    'apis.noticed':
      'A profile that is put into the folder, changed or taken out counts from the next run on, and is listed at once.',
    'apis.save':
      'The owner adds and changes a profile on the page, through one route that checks it as those of the agent are checked.',
  }),
  quick(apiStore, {
    'apis.loaded': 'Engine.init() loads profiles from ~/.svc/apis/*.json.',
    'apis.prompt':
      'The system prompt lists each profile under Registered APIs: name, description, base URL, auth type, rate limit, endpoints, guidelines, avoid.',
    'apis.setup':
      'api_setup accepts a profile only when endpoints (one with method, path, description), guidelines (one), avoid (one) and auth are present.',
    'apis.request.matched': 'http_request checks the request hostname against registered profiles.',
  }),
  quick([apiStore, errors], {
    'apis.setup.refused':
      'api_setup with a profile that lacks endpoints, guidelines, avoid or auth is rejected; the agent is told to research the API.',
    'apis.request.limited':
      'A request that exceeds a window of the rate limit is blocked with an error message.',
  }),
  quick('ours: contract', {
    'apis.request.waits':
      'A request over requests_per_second waits for at most 2 s, and its result says for how long; longer windows block at once.',
  }),
  quick(errors, {
    'apis.request.profile-first':
      'A URL that looks like an API (host contains api., path contains /v1, /v2, /v3 or /api/) without a profile is blocked with a message to create one first.',
    'apis.request.exempt':
      'Common hosts that are not APIs, including the local host, are exempt from the profile-first block.',
  }),
  long(apiStore, {
    'apis.cli.list': '/api and /api list list the profiles.',
    'apis.cli.show': '/api show <id> shows one profile in full.',
  }),
  quick(httpApi, {
    'apis.http.list': 'GET /api/api-profiles returns the profiles.',
    'apis.http.get': 'GET /api/api-profiles/:id returns one profile.',
  }),

  // Ours
  quick('ours: promise R4', {
    'apis.bad-file':
      'The engine starts whatever is in the place of a profile: it logs one line, leaves the file untouched and loads the other profiles.',
  }),
  quick('ours: behaviour', {
    'apis.setup.changed-text':
      'Before a profile changes, the owner sees the old and new value of each changed field in full; a change too large to show is refused. A new profile is shown with every field that is kept.',
    'apis.unbinds':
      'A secret binding that a profile made is removed with the profile or with the address or secret it drops, also after a crash; bindings of the owner or of another profile stay.',
    'apis.prompt.stable':
      'The system prompt stays the same during a run; changed profiles apply from the next run.',
    'apis.bootstrap':
      'A profile can be made from an OpenAPI 3 document in JSON or YAML, given by address or as text.',
  }),
  quick(['ours: promise D22', 'ours: promise S27', 'ours: promise S24'], {
    'apis.credentials':
      'Only the engine attaches a credential: over https, to the host that its secret is bound to, in the place its auth type names, and never across origins.',
  }),
  quick(['ours: behaviour', 'ours: promise S29'], {
    'apis.rate.exact':
      'Concurrent requests never exceed a rate window, and a refused request uses up nothing.',
    'apis.rate.durable': 'A count is on disk before its request is sent, and survives a restart.',
  }),
  quick('ours: promise R12', {
    'apis.rate.clock': 'No jump of the clock ends a window early.',
  }),
  quick('ours: promise S31', {
    'apis.prompt.untrusted':
      'The text of profiles stands in one element of the system prompt, and nothing in the text can close it.',
  }),
  quick(['ours: promise D23', 'ours: promise S27'], {
    'apis.setup.consent':
      'The consent question for a profile change names the API, the host and the secret, using only the input.',
  }),
  quick(['ours: promise R5', 'ours: promise D13'], {
    'apis.file.atomic': 'A profile is written completely or not at all, and is readable by its owner only.',
  }),
  long('ours: contract', {
    'apis.terminal': 'svc api list and svc api show <id> print the registered APIs.',
  }),
] satisfies Requirements;
