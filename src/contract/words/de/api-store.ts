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
  'api.change': ({ id, fields }) => `Ändern: ${fields.join(', ') || 'nichts'} der API ${quoted(id)}.`,
  'api.address': ({ address }) => `Ihre Adresse wird ${plain(address)}.`,
  'api.limits': ({ limits }, tell) =>
    `Ihre Grenzen werden: ${limits.length === 0 ? 'keine Grenze' : limits.map((one) => tell(one)).join(', ')}.`,
  'api.limit': ({ requests, per }) => `${number(requests)} pro ${WINDOWS[per] ?? per}`,
  'api.secrets': ({ names, host }) =>
    `Sie darf ${names.length > 1 ? 'die Geheimnisse' : 'das Geheimnis'} ${listed(names)}${host === null ? '' : ` für ${host}`} benutzen.`,
  'api.field': ({ field, texts }) => `- ${field} lautet ${json(texts)}`,
  'api.field-becomes': ({ field, before, after, isFromStart, isToEnd }) => {
    if (before === null)
      return `- ${field} wird lauten ${piece(after ?? { quoted: '' }, isFromStart, isToEnd)}`;
    const was = piece(before, isFromStart, isToEnd);
    return after === null
      ? `- ${field} lautet ${was} und entfällt`
      : `- ${field} lautet ${was} und wird lauten ${piece(after, isFromStart, isToEnd)}`;
  },
  'api.list-becomes': ({ field, gone, come }) => {
    const left = gone.length === 0 ? [] : [`entfällt ${allQuoted(gone)}`];
    const added = come.length === 0 ? [] : [`kommt hinzu ${allQuoted(come)}`];
    return `- in ${field} ${[...left, ...added].join(', und es ')}`;
  },
  'api.list-reordered': ({ field }) => `- in ${field} wird die Reihenfolge eine andere`,
};
