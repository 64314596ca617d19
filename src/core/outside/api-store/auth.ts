import type { ApiCredentials } from '../web/port.ts';
import type { ApiAuth } from './model.ts';

const HEADER = 'X-Api-Key';
const PARAMETER = 'key';

/** The place of the credential, which only the engine may set. */
export type Place = { readonly header: string } | { readonly parameter: string };

export function placeOf({ type, header_name = HEADER, query_param = PARAMETER }: ApiAuth): Place {
  if (type === 'header') return { header: header_name };
  return type === 'query' ? { parameter: query_param } : { header: 'Authorization' };
}

/**
 * The credentials for one request, from the profile and the values of the secrets that it names; none without values.
 * For `basic`, one value is `user:password` (without a colon it is a user name without a password, as some APIs take
 * their keys), and two values are the user name and the password.
 */
export function credentialsFrom(auth: ApiAuth, values: readonly string[]): ApiCredentials {
  const [value, second] = values;
  if (value === undefined) return { headers: {}, query: {} };
  const place = placeOf(auth);
  if ('parameter' in place) return { headers: {}, query: { [place.parameter]: value } };
  return { headers: { [place.header]: inHeader(auth, value, second) }, query: {} };
}

function inHeader({ type }: ApiAuth, value: string, second: string | undefined): string {
  if (type === 'bearer') return `Bearer ${value}`;
  if (type === 'header') return value;
  return `Basic ${base64(pair(value, second))}`;
}

function pair(value: string, second: string | undefined): string {
  if (second !== undefined) return `${value}:${second}`;
  return value.includes(':') ? value : `${value}:`;
}

/** Parts of the values that are themselves secret: a server may echo a password without its user name. */
export function partsOf({ type }: ApiAuth, [value, second]: readonly string[]): readonly string[] {
  if (type !== 'basic' || value === undefined || second !== undefined || !value.includes(':')) return [];
  return [value.slice(value.indexOf(':') + 1)].filter((part) => part !== '');
}

/** In UTF-8 (RFC 7617). */
const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
