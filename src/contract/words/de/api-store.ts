import type { ApiProblems, ApiSays } from '../../../core/outside/api-store/says.ts';
import type { Quoted } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, counted, json, listed, number, plain, quoted } from './forms.ts';

const piece = (text: Quoted, isFromStart: boolean, isToEnd: boolean): string =>
  `${isFromStart ? '' : '… '}${quoted(text)}${isToEnd ? '' : ' …'}`;

const WINDOWS: Readonly<Record<string, string>> = {
  second: 'Sekunde',
  minute: 'Minute',
  hour: 'Stunde',
  day: 'Tag',
};

const NEEDED: Readonly<Record<string, string>> = {
  endpoints: 'endpoints (mindestens einer, mit method, path und description)',
  guidelines: 'guidelines (mindestens eine)',
  avoid: 'avoid (mindestens eines)',
  auth: 'auth (mit type; verlangt die API keine Anmeldung, dann sag das in instructions)',
};

const waiting = (seconds: number): string => {
  if (seconds < 120) return counted(seconds, 'Sekunde', 'Sekunden');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} Minuten` : `${Math.ceil(minutes / 60)} Stunden`;
};

export const apiStore: Words<ApiSays & ApiProblems> = {
  'api.view': () => 'Die Profile der APIs ansehen.',
  'api.delete': ({ id }) => `Das Profil der API ${quoted(id)} löschen.`,
  'api.register': ({ id, name, address }) =>
    `Die API ${name === null ? quoted(id) : `${quoted(name)} (${quoted(id)})`} einrichten, unter ${address === null ? 'einer Adresse, die fehlt' : plain(address)}.`,
  'api.endpoints-from': ({ url }) =>
    `Ihre Endpunkte kommen aus ${url === null ? 'einem OpenAPI-Dokument' : `dem OpenAPI-Dokument ${quoted(url)}`}.`,
  'api.may-read': () =>
    'Danach darf der Agent ohne Rückfrage von diesem Server lesen (GET-Anfragen), in allen Unterhaltungen und Automatiken, bis die API gelöscht wird. In der Adresse einer solchen Anfrage kann alles stehen, was der Agent weiß. Vor Anfragen, die etwas senden, ändern oder löschen, wirst du weiter gefragt.',
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

  'api.api_profile_not_found': ({ near }) =>
    `Kein API-Profil hat diese Kennung.${near.length === 0 ? '' : ` Meintest du ${near.join(' oder ')}?`}`,
  'api.api_profile_exists': 'Ein API-Profil mit dieser Kennung gibt es schon: Verwende die Aktion update.',
  'api.api_profile_busy': 'Dieses Profil wird gerade geändert. Versuche es noch einmal.',
  'api.api_file_in_the_way':
    'Im Ordner apis liegt eine ungültige Datei mit dieser Kennung, die nicht überschrieben wird. Berichtige oder lösche sie, oder wähle eine andere Kennung.',
  'api.lacks': ({ field }) => NEEDED[field] ?? field,
  'api.not_given_base_url': 'base_url, anzugeben nach einem Blick auf den Entwurf',
  'api.not_given_auth': 'auth, anzugeben mit secret:NAME in instructions',
  'api.api_profile_incomplete': ({ missing, isByAgent }, tell) =>
    `Dem Profil fehlt: ${missing.map((one) => tell(one)).join(', ')}. Es wurde nichts gespeichert.${isByAgent ? ' Erkunde die API zuerst: Lies ihre Anleitung mit web_search und read_page, und gib dann das ganze Profil an.' : ''}`,
  'api.malformed': ({ faults }, tell) =>
    `Es wurde nichts gespeichert: ${faults.map((one) => tell(one)).join('; ')}.`,
  'api.no_api_profile': ({ host }) =>
    `Das sieht nach einer API aus, und für ${host} ist kein Profil eingerichtet, deshalb wurde nichts gesendet. Lege zuerst eines an: Lies die Anleitung der API mit web_search und read_page, und rufe dann api_setup mit der Aktion create auf, oder bootstrap, wenn es ein OpenAPI-Dokument gibt.`,
  'api.rate_limited': ({ host, window, max, seconds }) =>
    `Das API-Profil von ${host} erlaubt ${counted(max, 'Anfrage', 'Anfragen')} pro ${WINDOWS[window] ?? window}, und so viele gab es. Warte ${waiting(seconds)}; bis dahin wird jede Anfrage an ${host} abgelehnt. Es wurde nichts gesendet.`,
  'api.rate_share_used': ({ host, window, max, share, seconds }) =>
    `Das API-Profil von ${host} erlaubt allen hier zusammen ${counted(max, 'Anfrage', 'Anfragen')} pro ${WINDOWS[window] ?? window}. Ein Mitglied macht höchstens ${number(share)} davon, alle Mitglieder zusammen drei Viertel, und dieser Teil ist verbraucht. Warte ${waiting(seconds)}. Es wurde nichts gesendet.`,
  'api.set_by_profile': ({ isHeader, name }) =>
    `${isHeader ? 'Die Kopfzeile' : 'Den Parameter'} ${quoted(name)} setzt svc, nach dem Profil dieser API. Lass das weg.`,
  'api.https_needed': ({ names, host }) =>
    `Diese API braucht ${listed(names)}, und ein Geheimnis wird nur über https gesendet. Verwende https für ${host}.`,
  'api.document_unreadable': 'Das ist kein lesbares OpenAPI-3-Dokument.',
  'api.document_long': ({ kb }) =>
    `Das ist kein JSON, und als YAML zu lang (mehr als ${number(kb)} kB). Suche dasselbe Dokument als JSON.`,
  'api.wrong': ({ place, why }, tell) => `${place} ${tell(why)}`,
  'api.wrong_file': ({ why }, tell) => `die Datei ${tell(why)}`,
  'api.other_name': ({ id }) => `ihre id ist ${id}, also muss sie ${id}.json heißen`,
  'api.id':
    'id darf nur aus Kleinbuchstaben, Ziffern, - und _ bestehen, höchstens 64, und beginnt mit einem Buchstaben oder einer Ziffer',
  'api.base_url':
    'base_url muss eine Adresse mit http oder https sein, ohne Benutzernamen, Abfrage und Fragment',
  'api.id_stays': 'id lässt sich nicht ändern; lege stattdessen ein anderes Profil an',
  'api.no_change': 'das ändert nichts',
  'api.together':
    'base_url und auth ändern sich zusammen: Gib beide an, damit zu sehen ist, wohin das Geheimnis geht',
  'api.more_secrets': 'auth.instructions nennen mehr Geheimnisse, als diese Art sendet',
  'api.looks_secret':
    'in auth.instructions steht, was wie ein Geheimnis aussieht; speichere es mit ask_secret, und schreibe secret:NAME',
  'api.https_only': 'base_url muss mit https beginnen: Geheimnisse werden nur über https gesendet',
  'api.no_secret': ({ name, near }) =>
    `ein Geheimnis ${name} gibt es nicht.${near.length === 0 ? '' : ` Meintest du ${near.join(' oder ')}?`} Frag zuerst mit ask_secret danach`,
  'api.change_long': ({ length, most }) =>
    `das ändert mehr, als eine Frage zeigen kann (${number(length)} Zeichen, von ${number(most)}); ändere es in mehreren Schritten, einige Einträge auf einmal`,
  'api.left_out': ({ file, why }, tell) =>
    `${file} wird übergangen: ${why.map((one) => tell(one)).join('; ')}. Korrigiere die Datei, sie wird von selbst neu gelesen.`,
  'api.no_folder':
    'Der Ordner apis im Datenordner ist nicht lesbar, deshalb ist keine API eingerichtet. Korrigiere ihn, er wird von selbst neu gelesen.',
};
