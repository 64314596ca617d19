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
  'api.change': ({ id, fields }) => `Change ${fields.join(', ') || 'nothing'} of the API ${quoted(id)}.`,
  'api.address': ({ address }) => `Its address becomes ${bare(address)}.`,
  'api.limits': ({ limits }, tell) =>
    `Its rate limits become: ${limits.length === 0 ? 'no limit' : limits.map((one) => tell(one)).join(', ')}.`,
  'api.limit': ({ requests, per }) => `${requests} per ${per}`,
  'api.secrets': ({ names, host }) =>
    `It may use the secret${names.length > 1 ? 's' : ''} ${names.join(' and ')}${host === null ? '' : ` for ${host}`}.`,
  'api.field': ({ field, texts }) => `- ${field} says ${json(texts)}`,
  'api.field-becomes': ({ field, before, after, isFromStart, isToEnd }) => {
    if (before === null) return `- ${field} will say ${piece(after ?? { quoted: '' }, isFromStart, isToEnd)}`;
    const was = piece(before, isFromStart, isToEnd);
    return after === null
      ? `- ${field} says ${was}, and will be left out`
      : `- ${field} says ${was}, and will say ${piece(after, isFromStart, isToEnd)}`;
  },
  'api.list-becomes': ({ field, gone, come }) => {
    const left = gone.length === 0 ? [] : [`no longer say ${allQuoted(gone)}`];
    const added = come.length === 0 ? [] : [`also say ${allQuoted(come)}`];
    return `- ${field} will ${[...left, ...added].join(', and will ')}`;
  },
  'api.list-reordered': ({ field }) => `- ${field} will have another order`,
};
