import type { ApiSays } from '../../../core/outside/api-store/says.ts';
import type { Quoted } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, json, listed, number, plain, quoted } from './forms.ts';

const piece = (text: Quoted, isFromStart: boolean, isToEnd: boolean): string =>
  `${isFromStart ? '' : '… '}${quoted(text)}${isToEnd ? '' : ' …'}`;

const WINDOWS: Readonly<Record<string, string>> = {
  second: 'Sekunde',
  minute: 'Minute',
  hour: 'Stunde',
  day: 'Tag',
};

export const apiStore: Words<ApiSays> = {
  'api.view': () => 'Die Profile der APIs ansehen.',
  'api.delete': ({ id }) => `Das Profil der API ${quoted(id)} löschen.`,
  'api.register': ({ id, name, address }) =>
    `Die API ${name === null ? quoted(id) : `${quoted(name)} (${quoted(id)})`} einrichten, unter ${address === null ? 'einer Adresse, die fehlt' : plain(address)}.`,
  'api.endpoints-from': ({ url }) =>
    `Ihre Endpunkte kommen aus ${url === null ? 'einem OpenAPI-Dokument' : `dem OpenAPI-Dokument ${quoted(url)}`}.`,
  'api.may-read': () =>
    'Danach darf der Agent ohne Rückfrage von diesem Server lesen und ihm dabei sagen, was er weiß. Vor dem Senden wirst du weiter gefragt. Das gilt, bis die API gelöscht wird.',
  'api.change': ({ id, fields }) =>
    `Die API ${quoted(id)} ändern${fields.length === 0 ? '' : `: ${fields.join(', ')}`}.`,
  'api.address': ({ address }) => `Ihre Adresse wird ${plain(address)}.`,
  'api.limits': ({ limits, before }, tell) => {
    const told = (each: typeof limits) =>
      each.length === 0 ? 'keine Grenze' : each.map((one) => tell(one)).join(', ');
    return `Anfragen an sie: ${told(limits)}${before === null ? '' : `; bisher: ${told(before)}`}.`;
  },
  'api.limit': ({ requests, per }) => `${number(requests)} pro ${WINDOWS[per] ?? per}`,
  'api.secrets': ({ names, host }) =>
    `Anfragen an ${host ?? 'diese API'} enthalten ${names.length > 1 ? 'deine Geheimnisse' : 'dein Geheimnis'} ${listed(names)}. Der Agent sieht ${names.length > 1 ? 'ihre Werte' : 'den Wert'} nicht.`,
  'api.field': ({ field, texts }) => `- ${field}: ${json(texts)}`,
  'api.field-becomes': ({ field, before, after, isFromStart, isToEnd }) => {
    if (before === null) return `- ${field} wird zu ${piece(after ?? { quoted: '' }, isFromStart, isToEnd)}`;
    const was = piece(before, isFromStart, isToEnd);
    return after === null
      ? `- ${field}: ${was} entfällt`
      : `- ${field}: ${was} wird zu ${piece(after, isFromStart, isToEnd)}`;
  },
  'api.list-becomes': ({ field, gone, come }) => {
    const left = gone.length === 0 ? [] : [`${allQuoted(gone)} entfällt`];
    const added = come.length === 0 ? [] : [`${allQuoted(come)} kommt hinzu`];
    return `- ${field}: ${[...left, ...added].join('; ')}`;
  },
  'api.list-reordered': ({ field }) => `- ${field}: in anderer Reihenfolge`,
};
