import { refuse } from './errors.ts';
import { graphLimits } from './limits.ts';
import {
  asFurther,
  detailsOf,
  FURTHER,
  furtherIn,
  isFurther,
  TEXTS,
  type AttributeType,
  type EntityKind,
  type FurtherDetail,
} from './model.ts';
import type { Checked, ContactPoints } from './port.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Quoted } from '../../kernel/says.ts';
import { say } from './says.ts';

/**
 * Checks the value of a detail.
 * @param country of national telephone numbers (ISO 3166); null if it is not known
 * @throws Refusal invalid_entity that names the detail
 */
export function checkedValue(
  kind: EntityKind,
  attribute: string,
  text: string,
  points: ContactPoints,
  country: string | null,
): Checked {
  if (isFurther(attribute)) return checkedFurther(kind, attribute, text, points, country);
  const type = typeOf(kind, attribute);
  const value = text.normalize('NFC').trim();
  const most = TEXTS.has(attribute) ? graphLimits.valueChars : graphLimits.shortChars;
  if (value.length > most) throw refuse.invalid_entity({ attribute }, say('graph.long', { attribute, most }));
  const checked = CHECKS[type](value, points, country);
  if (checked === null)
    throw refuse.invalid_entity({ attribute }, say(`graph.not_${type}`, { value: cutQuote(value) }));
  return checked;
}

/** Each as a value of the detail that it is a further one of. */
function checkedFurther(
  kind: EntityKind,
  attribute: FurtherDetail,
  text: string,
  points: ContactPoints,
  country: string | null,
): Checked {
  const found = new Map<string, string>();
  for (const one of furtherIn(text)) {
    const { key, value } = checkedValue(kind, FURTHER[attribute], one, points, country);
    if (!found.has(key)) found.set(key, value);
  }
  const all = { value: asFurther([...found.values()]), key: asFurther([...found.keys()]) };
  if (all.value.length > graphLimits.valueChars)
    throw refuse.invalid_entity(
      { attribute },
      say('graph.further_long', { attribute, most: graphLimits.valueChars }),
    );
  return all;
}

/** @throws Refusal invalid_entity for a detail that the kind does not have */
export function typeOf(kind: EntityKind, attribute: string): AttributeType {
  const details: Readonly<Record<string, AttributeType>> = detailsOf[kind];
  const one = isFurther(attribute) ? FURTHER[attribute] : attribute;
  const type = Object.hasOwn(details, one) ? details[one] : undefined;
  if (type === undefined)
    throw refuse.invalid_entity(
      { attribute },
      say('graph.no_detail', { kind, attribute: cutQuote(attribute), known: Object.keys(details) }),
    );
  return type;
}

export const cutQuote = (text: string): Quoted => quote(text, 80);

type Check = (value: string, points: ContactPoints, country: string | null) => Checked | null;

const same = (value: string): Checked => ({ value, key: value.toLowerCase() });

/** What people write between the digits of a telephone number. */
const NATIONAL = /^\(?\d[\d\s()/.–-]*$/u;
/** A day is no number. */
const DAY = /^\d{1,4}([-./])\d{1,2}(?:\1\d{1,4})?$/u;

/** A number of a country that nobody named is kept as it was written: its owner knows where it is called from. */
function asWritten(value: string): Checked | null {
  const key = value.replaceAll(/\D/gu, '');
  return NATIONAL.test(value) && !DAY.test(value) && key.length >= 5 && key.length <= 15
    ? { value, key }
    : null;
}

const CHECKS: Readonly<Record<AttributeType, Check>> = {
  text: same,
  email: (value, points) => points.email(value),
  phone: (value, points, country) =>
    points.phone(value, country) ?? (country === null || points.isCountry(country) ? asWritten(value) : null),
  domain: (value, points) => points.domain(value),
  vat: (value, points) => points.vatNumber(value),
  url: (value, points) => points.url(value),
  currency: (value, points) => points.currency(value),
  money: (value) =>
    /^-?\d{1,12}(?:\.\d{1,4})?$/u.test(value) ? { value, key: String(Number(value)) } : null,
  date: (value) => (isDate(value) ? { value, key: value } : null),
};

/** The sentence about a value that does not fit its type. */
/** A year, a month or a day that exists, in ISO 8601. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u.exec(text) ?? [];
  if (year === undefined) return false;
  if (month === undefined) return true;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day ?? 1);
}
