import { isJsonObject, type JsonObject } from '../../../core/kernel/json.ts';

/**
 * Whether a parsed value of JSON is what its readers take it for; the type says which readers those are. Members that it
 * does not name may be there.
 */
export interface Shape<Value> {
  (value: unknown): boolean;
  /** Never set: it only carries the type. */
  readonly reads?: Value;
}

export const anything: Shape<unknown> = () => true;
/** `JSON.parse` makes an infinity of what is too large. */
export const number: Shape<number> = (value) => Number.isFinite(value);
export const amount: Shape<number> = (value) => number(value) && (value as number) >= 0;
export const flag: Shape<boolean> = (value) => typeof value === 'boolean';
export const isTrue: Shape<true> = (value) => value === true;
export const object: Shape<JsonObject> = isJsonObject;
/** A count, as large as an INTEGER column can have it. */
export const whole: Shape<number> = (value) =>
  Number.isInteger(value) && amount(value) && (value as number) < 2 ** 63;
/** Also for ids, and for words that no reader tells apart: so it fits each type. */
export const text: Shape<never> = (value) => typeof value === 'string';

/** One of these texts. */
export const among =
  <const Value extends string>(...values: readonly Value[]): Shape<Value> =>
  (value) =>
    values.includes(value as Value);

export const orNull =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value) =>
    value === null || shape(value);

/** For a member that earlier versions, or some writers, leave out. */
export const orAbsent =
  <Value>(shape: Shape<Value>): Shape<Value> =>
  (value) =>
    value === undefined || shape(value);

export const either =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  (value) =>
    one(value) || other(value);

export const list =
  <Value>(member: Shape<Value>): Shape<readonly Value[]> =>
  (value) =>
    Array.isArray(value) && value.every((one) => member(one));

export const record =
  <Value>(member: Shape<Value>): Shape<Readonly<Record<string, Value>>> =>
  (value) =>
    isJsonObject(value) && Object.values(value).every((one) => member(one));

/** An object with these members. */
export function members<Value extends object>(shapes: {
  readonly [Name in keyof Value]-?: Shape<Value[Name]>;
}): Shape<Value> {
  const all = Object.entries<Shape<unknown>>(shapes);
  return (value) =>
    isJsonObject(value) &&
    all.every(([name, shape]) => shape(Object.hasOwn(value, name) ? value[name] : undefined));
}

/** An object whose other members depend on what this one says. */
export function by<Name extends string, Value extends { readonly [name in Name]: string }>(
  name: Name,
  shapes: {
    readonly [Kind in Value[Name]]: Shape<Omit<Extract<Value, { readonly [name in Name]: Kind }>, Name>>;
  },
): Shape<Value> {
  return (value) => {
    if (!isJsonObject(value)) return false;
    const kind = value[name];
    return typeof kind === 'string' && Object.hasOwn(shapes, kind) && shapes[kind as Value[Name]](value);
  };
}
