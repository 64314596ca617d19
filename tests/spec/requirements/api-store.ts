import { heading } from './headings.ts';
import { requirement, type Later, type Requirement, type Requirements, type Source } from './requirement.ts';

const { apiProfile, apiStore, httpApi, authentication, errors, limits } = heading;
const LATER: Later = 'api-store';
const later = (from: Source | readonly Source[], says: string): Requirement => requirement(from, says, LATER);

/** Profiles of external APIs, and http_request, which is held to them. */
export const ofTheApiStore = {
  // API profile
  'apis.file': later(apiProfile, 'An API profile is the file ~/.svc/apis/<id>.json.'),
  'apis.id': later(
    apiProfile,
    'id is required, a string, unique, and used in the CLI and for rate limiting.',
  ),
  'apis.name': later(apiProfile, 'name is required: a display name.'),
  'apis.base_url': later(
    apiProfile,
    'base_url is required: a URL whose hostname is used for matching requests.',
  ),
  'apis.description': later(
    apiProfile,
    'description is required: a string that is injected into the agent context.',
  ),
  'apis.auth': later(apiProfile, 'auth is optional: an object with a type and fields of that type.'),
  'apis.rate_limit': later(apiProfile, 'rate_limit is optional, an object, and enforced automatically.'),
  'apis.endpoints': later(apiProfile, 'endpoints is an optional array of {method, path, description}.'),
  'apis.endpoints.path': later(apiProfile, 'The path of an endpoint may contain {param} placeholders.'),
  'apis.guidelines': later(
    apiProfile,
    'guidelines is an optional array of strings: what the agent should do.',
  ),
  'apis.avoid': later(apiProfile, 'avoid is an optional array of strings: what the agent should not do.'),
  'apis.notes': later(apiProfile, 'notes is an optional array of strings: extra context.'),
  'apis.auth.basic': later(
    [apiProfile, authentication],
    'auth.type basic is HTTP Basic: base64 of username:password.',
  ),
  'apis.auth.bearer': later(
    [apiProfile, authentication],
    'auth.type bearer is a bearer token in the Authorization header.',
  ),
  'apis.auth.header': later(
    [apiProfile, authentication],
    'auth.type header is a key in the header header_name, X-Api-Key by default.',
  ),
  'apis.auth.query': later(
    [apiProfile, authentication],
    'auth.type query is a key in the query parameter query_param, key by default.',
  ),
  'apis.auth.instructions': later(apiProfile, 'Every auth type accepts an instructions string.'),
  'apis.auth.secret-reference': later(
    apiProfile,
    'A credential reference inside instructions has the shape secret:<SECRET_NAME>.',
  ),
  'apis.rate_limit.second': later([apiProfile, limits], 'requests_per_second is an optional integer.'),
  'apis.rate_limit.minute': later([apiProfile, limits], 'requests_per_minute is an optional integer.'),
  'apis.rate_limit.hour': later([apiProfile, limits], 'requests_per_hour is an optional integer.'),
  'apis.rate_limit.day': later([apiProfile, limits], 'requests_per_day is an optional integer.'),
  'apis.rate_limit.combined': later(
    [apiProfile, limits],
    'Rate limits may be combined, and are enforced by host.',
  ),

  // API Store behaviour
  'apis.loaded': later(apiStore, 'At Engine.init() profiles are loaded from ~/.svc/apis/*.json.'),
  'apis.prompt': later(
    apiStore,
    'Each profile stands in the system prompt under Registered APIs: name, description, base URL, auth type, rate limit, endpoints, guidelines, avoid.',
  ),
  'apis.setup': later(
    apiStore,
    'api_setup accepts a profile only when endpoints (one with method, path, description), guidelines (one), avoid (one) and auth are present.',
  ),
  'apis.setup.refused': later(
    [apiStore, errors],
    'api_setup with a profile that lacks endpoints, guidelines, avoid or auth is rejected; the agent is told to research the API.',
  ),
  'apis.request.matched': later(
    apiStore,
    'http_request checks the request hostname against registered profiles.',
  ),
  'apis.request.limited': later(
    [apiStore, errors],
    'A request that exceeds a window of the rate limit is blocked with an error message.',
  ),
  'apis.request.profile-first': later(
    errors,
    'A URL that looks like an API (host contains api., path contains /v1, /v2, /v3 or /api/) without a profile is blocked with a message to create one first.',
  ),
  'apis.request.exempt': later(
    errors,
    'Common hosts that are no APIs, the local host among them, are exempt from the profile-first block.',
  ),
  'apis.cli.list': later(apiStore, '/api and /api list list the profiles.'),
  'apis.cli.show': later(apiStore, '/api show <id> shows one profile in full.'),
  'apis.http.list': later(httpApi, 'GET /api/api-profiles gives the profiles.'),
  'apis.http.get': later(httpApi, 'GET /api/api-profiles/:id gives one profile.'),
} satisfies Requirements;
