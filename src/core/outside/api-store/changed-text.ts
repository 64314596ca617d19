import { apiLimits } from './limits.ts';
import { quote, quoted, quoteTexts } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { type ApiAuth, type ApiEndpoint, type ApiProfile } from './model.ts';
import { say } from './says.ts';

const { shownChangeChars, shownNameChars, shownPlaceChars } = apiLimits;

/**
 * What an update changes in a profile, for the person who consents to it: one sentence for each changed field, with its
 * text before and after in full. Leaves out unchanged entries of a list, and the unchanged parts of a
 * long text. Empty if nothing changes.
 */
export function changedText(before: ApiProfile, changed: Partial<ApiProfile>): readonly Says[] {
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
  ];
  return lines.filter((line) => line !== null);
}

type NewField = Exclude<keyof ApiProfile, 'id' | 'auth' | 'rate_limit'> | `auth.${keyof ApiAuth}`;

/**
 * What a new profile says beyond the sentence before it: one sentence for each stored field. What is too long to show is
 * cut, and the last of them says how much is missing. How the key is sent comes first, so that no other text can take its
 * place.
 */
export function newText(profile: Partial<ApiProfile>): readonly Says[] {
  const { name = '', base_url = '', description, auth: by, endpoints } = profile;
  const said: { readonly [Field in NewField]: readonly (string | undefined)[] | undefined } = {
    'auth.type': [by?.type],
    'auth.header_name': [by?.header_name],
    'auth.query_param': [by?.query_param],
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
    return all.length === 0 ? [] : [{ field, json: all.map((one) => quoted(one, one.length)).join(', ') }];
  });
  return fitting(lines);
}

/** Around the texts of a field, on a line of its own. */
const AROUND_CHARS = '\n- : '.length;

function fitting(lines: readonly { readonly field: string; readonly json: string }[]): readonly Says[] {
  const charsOf = ({ field, json }: (typeof lines)[number]): number =>
    AROUND_CHARS + field.length + json.length;
  const shown: Says[] = [];
  // The first line has no break before it.
  let room: number = shownChangeChars + 1;
  for (const [nth, line] of lines.entries()) {
    const { field, json } = line;
    const left = room - (charsOf(line) - json.length);
    const rest = lines.slice(nth + 1).reduce((sum, one) => sum + charsOf(one), 0);
    room = left - json.length;
    const next = lines[nth + 1];
    const isLast = next === undefined || room <= charsOf(next) - next.json.length;
    if (room >= 0 && !isLast) {
      shown.push(say('api.field', { field, texts: { json } }));
      continue;
    }
    const texts = quoteTexts(json, Math.max(0, left));
    const length = json.length + rest;
    shown.push(
      say('api.field', { field, texts: length === texts.json.length ? texts : { ...texts, length } }),
    );
    break;
  }
  return shown;
}

/** Measured after parsing, which may turn one character into nine. */
const isLongAddress = (text: string): boolean =>
  URL.canParse(text) && new URL(text).href.length > shownPlaceChars;

const AUTH = ['type', 'header_name', 'query_param', 'instructions'] as const;

const auth = (before: ApiAuth | undefined, after: ApiAuth | undefined): readonly (Says | null)[] =>
  AUTH.map((field) => text(`auth.${field}`, before?.[field], after?.[field]));

const endpoint = ({ method, path, description }: ApiEndpoint): string =>
  description === undefined ? `${method} ${path}` : `${method} ${path}: ${description}`;

function text(field: string, before: string | undefined, after: string | undefined): Says | null {
  if (before === after) return null;
  const whole = { isFromStart: true, isToEnd: true };
  if (before === undefined || after === undefined)
    return say('api.field-becomes', {
      field,
      before: before === undefined ? null : quote(before),
      after: after === undefined ? null : quote(after),
      ...whole,
    });
  const start = sameStart(before, after);
  const end = sameEnd(before.slice(start), after.slice(start));
  const isFromStart = start <= contextChars;
  const isToEnd = end <= contextChars;
  const from = isFromStart ? 0 : start - contextChars;
  const piece = (said: string) =>
    quote(said.slice(from, isToEnd ? said.length : said.length - end + contextChars));
  return say('api.field-becomes', {
    field,
    before: piece(before),
    after: piece(after),
    isFromStart,
    isToEnd,
  });
}

/** Compares the entries, counting repeated ones. */
function list(field: string, before: readonly string[] = [], after: readonly string[] = []): Says | null {
  const gone = without(before, after);
  const come = without(after, before);
  if (gone.length > 0 || come.length > 0)
    return say('api.list-becomes', {
      field,
      gone: gone.map((one) => quote(one)),
      come: come.map((one) => quote(one)),
    });
  return before.every((one, index) => one === after[index]) ? null : say('api.list-reordered', { field });
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
