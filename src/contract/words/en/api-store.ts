import type { ApiProblems, ApiSays } from '../../../core/outside/api-store/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Quoted } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, counted, json, quoted } from './forms.ts';

const piece = (text: Quoted, isFromStart: boolean, isToEnd: boolean): string =>
  `${isFromStart ? '' : '… '}${quoted(text)}${isToEnd ? '' : ' …'}`;

const NEEDED: Readonly<Record<string, string>> = {
  endpoints: 'endpoints (at least one with method, path and description)',
  guidelines: 'guidelines (at least one)',
  avoid: 'avoid (at least one)',
  auth: 'auth (with a type; if the API asks for none, say so in its instructions)',
};

const waiting = (seconds: number): string => {
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

export const apiStore: Words<ApiSays & ApiProblems> = {
  'api.view': () => 'View the profiles of APIs.',
  'api.delete': ({ id }) => `Delete the profile of the API ${quoted(id)}.`,
  'api.register': ({ id, name, address }) =>
    `Register the API ${name === null ? quoted(id) : `${quoted(name)} (${quoted(id)})`} at ${address === null ? 'an address that is missing' : bare(address)}.`,
  'api.endpoints-from': ({ url }) =>
    `Its endpoints come from ${url === null ? 'an OpenAPI document' : `the OpenAPI document ${quoted(url)}`}.`,
  'api.may-read': () =>
    'From then on the agent may read from this server (GET requests) without asking, in all conversations and automations, until the API is deleted. The address of such a request can contain anything that the agent knows. It still asks you before requests that send, change or delete something.',
  'api.change': ({ id, fields }) =>
    `Change the API ${quoted(id)}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}.`,
  'api.address': ({ address }) => `Its address becomes ${bare(address)}.`,
  'api.limits': ({ limits, before }, tell) => {
    const told = (each: typeof limits) =>
      each.length === 0 ? 'no limit' : each.map((one) => tell(one)).join(', ');
    return `Requests to it: ${told(limits)}${before === null ? '' : `; until now: ${told(before)}`}.`;
  },
  'api.limit': ({ requests, per }) => `${requests} per ${per}`,
  'api.secrets': ({ names, host }) =>
    `Requests to ${host ?? 'this API'} carry your secret${names.length > 1 ? 's' : ''} ${names.join(' and ')}. The agent does not see ${names.length > 1 ? 'their values' : 'its value'}.`,
  'api.field': ({ field, texts }) => `- ${field}: ${json(texts)}`,
  'api.field-becomes': ({ field, before, after, isFromStart, isToEnd }) => {
    if (before === null) return `- ${field} becomes ${piece(after ?? { quoted: '' }, isFromStart, isToEnd)}`;
    const was = piece(before, isFromStart, isToEnd);
    return after === null
      ? `- ${field}: ${was} is left out`
      : `- ${field}: ${was} becomes ${piece(after, isFromStart, isToEnd)}`;
  },
  'api.list-becomes': ({ field, gone, come }) => {
    const left = gone.length === 0 ? [] : [`${allQuoted(gone)} left out`];
    const added = come.length === 0 ? [] : [`${allQuoted(come)} added`];
    return `- ${field}: ${[...left, ...added].join('; ')}`;
  },
  'api.list-reordered': ({ field }) => `- ${field}: in another order`,

  'api.api_profile_not_found': ({ near }) =>
    `No API profile has this id.${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`}`,
  'api.api_profile_exists': 'An API profile with this id exists: use the action update.',
  'api.api_profile_busy': 'This API profile is being changed right now. Try again.',
  'api.api_file_in_the_way':
    'The folder apis has an invalid file for this id, which is not overwritten. Tell your owner, or choose another id.',
  'api.lacks': ({ field }) => NEEDED[field] ?? field,
  'api.not_given_base_url': 'base_url, which you must give after you check the draft',
  'api.not_given_auth': 'auth, which you must give, with secret:NAME in its instructions',
  'api.api_profile_incomplete': ({ missing, isByAgent }, tell) =>
    `The profile lacks ${missing.map((one) => tell(one)).join(', ')}. Nothing was stored.${isByAgent ? ' Research the API first: read its documentation with web_search and read_page, and then give the whole profile.' : ''}`,
  'api.malformed': ({ faults }, tell) => `Nothing was stored: ${faults.map((one) => tell(one)).join('; ')}.`,
  'api.no_api_profile': ({ host }) =>
    `This looks like an API, and no API profile is registered for ${host}, so nothing was sent. Create one first: read the documentation of the API with web_search and read_page, then call api_setup with the action create, or bootstrap if there is an OpenAPI document.`,
  'api.rate_limited': ({ host, window, max, seconds }) =>
    `The API profile of ${host} allows ${counted(max, 'request')} per ${window}, and ${max === 1 ? 'it has' : 'they have'} been made. Wait ${waiting(seconds)}; until then every request to ${host} is refused. Nothing was sent.`,
  'api.rate_share_used': ({ host, window, max, share, seconds }) =>
    `The API profile of ${host} allows ${counted(max, 'request')} per ${window} for everybody here. One member makes at most ${share} of them, all members together three quarters, and that part is used up. Wait ${waiting(seconds)}. Nothing was sent.`,
  'api.set_by_profile': ({ isHeader, name }) =>
    `${isHeader ? 'The header' : 'The query parameter'} ${quoted(name)} is set by the engine, from the profile of this API. Leave it out.`,
  'api.https_needed': ({ names, host }) =>
    `This API needs the secret ${names.join(' and ')}, which is sent over https only. Use https for ${host}.`,
  'api.document_unreadable': 'This is not a readable OpenAPI 3 document.',
  'api.document_long': ({ kb }) =>
    `This is not JSON, and it is too long to read as YAML (more than ${kb} kB). Look for the same document as JSON.`,
  'api.wrong': ({ place, why }, tell) => `${place} ${tell(why)}`,
  'api.wrong_file': ({ why }, tell) => `the file ${tell(why)}`,
  'api.other_name': ({ id }) => `its id is ${id}, so it must be named ${id}.json`,
  'api.id': 'id must have small letters, digits, - and _ only, 64 at most, and begin with a letter or digit',
  'api.base_url': 'base_url must be an http or https URL without a user name, a query or a fragment',
  'api.id_stays': 'id cannot change; create another profile instead',
  'api.no_change': 'it changes nothing',
  'api.together':
    'base_url and auth change together: give both, so that your owner sees where the secret goes',
  'api.more_secrets': 'auth.instructions name more secrets than this type sends',
  'api.looks_secret':
    'auth.instructions contain what looks like a secret; store it with ask_secret, and write secret:NAME',
  'api.https_only': 'base_url must begin with https: secrets are sent over https only',
  'api.no_secret': ({ name, near }) =>
    `there is no secret named ${name}.${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`} Ask for it with ask_secret first`,
  'api.change_long': ({ length, most }) =>
    `this changes more than one question can show your owner (${length} characters, of ${most}); change it in several steps, a few entries at a time`,
  'api.left_out': ({ file, why }, tell) =>
    `${file} is left out: ${why.map((one) => tell(one)).join('; ')}. Correct it; it is read again by itself.`,
  'api.no_folder':
    'The folder apis in the data directory cannot be read, so no API is registered. Correct it; it is read again by itself.',
};
