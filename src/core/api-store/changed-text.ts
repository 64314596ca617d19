import { apiLimits } from './limits.ts';
import { quoted, shortenedQuotes } from '../kernel/quoted.ts';
import { limitsInWords, type ApiAuth, type ApiEndpoint, type ApiProfile } from './model.ts';

const { shownChangeChars, shownNameChars, shownPlaceChars } = apiLimits;

/**
 * What an update changes in a profile, for the person who consents to it: one line for each changed field, with its
 * text before and after in full, in quotes. Leaves out unchanged entries of a list, and the unchanged parts of a
 * long text. Empty if nothing changes.
 */
export function changedText(before: ApiProfile, changed: Partial<ApiProfile>): string {
  const after = { ...before, ...changed };
  const lines = [
    text('base_url', before.base_url, after.base_url),
    ...auth(before.auth, after.auth),
    text('name', before.name, after.name),
    text('description', before.description, after.description),
    list('guidelines', before.guidelines, after.guidelines),
    list('avoid', before.avoid, after.avoid),
    list('notes', before.notes, after.notes),
    list('endpoints', before.endpoints?.map(endpoint), after.endpoints?.map(endpoint)),
    text('rate_limit', limitsInWords(before.rate_limit), limitsInWords(after.rate_limit)),
  ];
  return lines.filter((line) => line !== null).join('\n');
}

type NewField = Exclude<keyof ApiProfile, 'id' | 'auth'> | `auth.${keyof ApiAuth}`;

/**
 * What a new profile says beyond the sentence above it: one line for each stored field, in quotes. A field that is too
 * long to show is cut, and its line says how much is missing. How the key is sent comes first, so that no other text
 * can take its place.
 */
export function newText(profile: Partial<ApiProfile>): string {
  const { name = '', base_url = '', description, auth: by, rate_limit, endpoints } = profile;
  const said: { readonly [Field in NewField]: readonly (string | undefined)[] | undefined } = {
    'auth.type': [by?.type],
    'auth.header_name': [by?.header_name],
    'auth.query_param': [by?.query_param],
    rate_limit: [rate_limit && limitsInWords(rate_limit)],
    'auth.instructions': [by?.instructions],
    base_url: isLongAddress(base_url) ? [base_url] : [],
    name: name.length > shownNameChars ? [name] : [],
    description: [description],
    guidelines: profile.guidelines,
    avoid: profile.avoid,
    notes: profile.notes,
    endpoints: endpoints?.map(endpoint),
  };
  const lines = Object.entries(said).flatMap(([field, texts = []]) => {
    const all = texts.filter((one) => one !== undefined);
    return all.length === 0 ? [] : [`- ${field} says ${all.map(whole).join(', ')}`];
  });
  return shortenedQuotes(lines.join('\n'), shownChangeChars);
}

/** Measured after parsing, which may turn one character into nine. */
const isLongAddress = (text: string): boolean =>
  URL.canParse(text) && new URL(text).href.length > shownPlaceChars;

const AUTH = ['type', 'header_name', 'query_param', 'instructions'] as const;

const auth = (before: ApiAuth | undefined, after: ApiAuth | undefined): readonly (string | null)[] =>
  AUTH.map((field) => text(`auth.${field}`, before?.[field], after?.[field]));

const endpoint = ({ method, path, description }: ApiEndpoint): string =>
  description === undefined ? `${method} ${path}` : `${method} ${path}: ${description}`;

function text(field: string, before: string | undefined, after: string | undefined): string | null {
  if (before === after) return null;
  if (before === undefined) return `- ${field} will say ${whole(after ?? '')}`;
  if (after === undefined) return `- ${field} says ${whole(before)}, and will be left out`;
  const start = sameStart(before, after);
  const end = sameEnd(before.slice(start), after.slice(start));
  return `- ${field} says ${part(before, start, end)}, and will say ${part(after, start, end)}`;
}

/** Compares the entries, counting repeated ones. */
function list(field: string, before: readonly string[] = [], after: readonly string[] = []): string | null {
  const gone = without(before, after).map(whole).join(', ');
  const come = without(after, before).map(whole).join(', ');
  if (gone !== '' && come !== '') return `- ${field} will no longer say ${gone}, and will also say ${come}`;
  if (gone !== '') return `- ${field} will no longer say ${gone}`;
  if (come !== '') return `- ${field} will also say ${come}`;
  return before.every((one, index) => one === after[index]) ? null : `- ${field} will have another order`;
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return all.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

/** Characters of unchanged text shown before and after a change. */
const contextChars = 60;

const whole = (said: string): string => quoted(said, said.length);

function part(said: string, start: number, end: number): string {
  const from = start <= contextChars ? 0 : start - contextChars;
  const to = end <= contextChars ? said.length : said.length - end + contextChars;
  const shown = whole(said.slice(from, to));
  return `${from === 0 ? '' : '… '}${shown}${to === said.length ? '' : ' …'}`;
}

function sameStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function sameEnd(one: string, other: string): number {
  let length = 0;
  const maxLength = Math.min(one.length, other.length);
  while (length < maxLength && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
