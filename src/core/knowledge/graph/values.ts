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
  if (value.length > most)
    throw refuse.invalid_entity({ attribute }, `The ${attribute} is longer than ${most} characters.`);
  const checked = CHECKS[type](value, points, country);
  if (checked === null) throw refuse.invalid_entity({ attribute }, NOT[type](JSON.stringify(cut(value))));
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
      `The ${attribute} are longer than ${graphLimits.valueChars} characters.`,
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
      `An entity of the kind ${kind} has no detail ${JSON.stringify(cut(attribute))}. It may have: ${Object.keys(details).join(', ')}.`,
    );
  return type;
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text);

type Check = (value: string, points: ContactPoints, country: string | null) => Checked | null;

const same = (value: string): Checked => ({ value, key: value.toLowerCase() });

const CHECKS: Readonly<Record<AttributeType, Check>> = {
  text: same,
  email: (value, points) => points.email(value),
  phone: (value, points, country) => points.phone(value, country),
  domain: (value, points) => points.domain(value),
  vat: (value, points) => points.vatNumber(value),
  url: (value, points) => points.url(value),
  currency: (value, points) => points.currency(value),
  money: (value) =>
    /^-?\d{1,12}(?:\.\d{1,4})?$/u.test(value) ? { value, key: String(Number(value)) } : null,
  date: (value) => (isDate(value) ? { value, key: value } : null),
};

/** The sentence about a value that does not fit its type. */
const NOT: Readonly<Record<AttributeType, (value: string) => string>> = {
  text: (value) => `${value} is not a text.`,
  email: (value) => `${value} is not a mail address.`,
  phone: (value) =>
    `${value} is not a telephone number; give it with the code of its country, such as +43 1 234567, or name the country, such as AT (--country AT).`,
  domain: (value) => `${value} is not a domain such as example.com.`,
  vat: (value) => `${value} is not a VAT number; give it with its country, such as DE123456789.`,
  url: (value) => `${value} is not an address that begins with https:// or http://.`,
  currency: (value) => `${value} is not a currency by its code, such as EUR.`,
  money: (value) => `${value} is not an amount: a number with at most four digits after the point.`,
  date: (value) => `${value} is not a date: a year, a month or a day, such as 2024, 2024-06 or 2024-06-30.`,
};

/** A year, a month or a day that exists, in ISO 8601. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u.exec(text) ?? [];
  if (year === undefined) return false;
  if (month === undefined) return true;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day ?? 1);
}
