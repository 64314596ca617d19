import type { ApiSays } from '../../../core/outside/api-store/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Quoted } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, json, quoted } from './forms.ts';

const piece = (text: Quoted, isFromStart: boolean, isToEnd: boolean): string =>
  `${isFromStart ? '' : '… '}${quoted(text)}${isToEnd ? '' : ' …'}`;

export const apiStore: Words<ApiSays> = {
  'api.view': () => 'View the profiles of APIs.',
  'api.delete': ({ id }) => `Delete the profile of the API ${quoted(id)}.`,
  'api.register': ({ id, name, address }) =>
    `Register the API ${name === null ? quoted(id) : `${quoted(name)} (${quoted(id)})`} at ${address === null ? 'an address that is missing' : bare(address)}.`,
  'api.endpoints-from': ({ url }) =>
    `Its endpoints come from ${url === null ? 'an OpenAPI document' : `the OpenAPI document ${quoted(url)}`}.`,
  'api.may-read': () =>
    'From then on the agent may read from this server without asking, and may tell it what it knows. Sending still asks you. This lasts until the API is deleted.',
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
};
