// The `fields` parameter: which parts of an answer the client wants.
import { driveRefusal } from './refusals.ts';

/** Names with what is wanted of each; `'all'` for a name without a selection. */
export interface Mask {
  readonly [name: string]: Mask | 'all';
}

const refuse = (text: string) => driveRefusal(400, 'invalidParameter', `Invalid field selection ${text}`);

/** `nextPageToken,files(id,owners(emailAddress))`. @throws Refused for a text that is no selection */
export function maskOf(text: string): Mask {
  let at = 0;
  const list = (): Mask => {
    const mask: Record<string, Mask | 'all'> = {};
    for (;;) {
      const [name] = /^\w+/u.exec(text.slice(at)) ?? [];
      if (name === undefined) throw refuse(text);
      at += name.length;
      mask[name] = text[at] === '(' ? inner() : 'all';
      if (text[at] !== ',') return mask;
      at += 1;
    }
  };
  const inner = (): Mask => {
    at += 1;
    const mask = list();
    if (text[at] !== ')') throw refuse(text);
    at += 1;
    return mask;
  };
  const mask = list();
  if (at !== text.length) throw refuse(text);
  return mask;
}

/**
 * The chosen parts of a value. A name that exists with the value `undefined` is one that this value lacks.
 * @throws Refused for a name that does not exist
 */
export function chosen(value: unknown, mask: Mask | 'all'): unknown {
  if (mask === 'all') return value;
  if (Array.isArray(value)) return value.map((each) => chosen(each, mask));
  if (typeof value !== 'object' || value === null) return value;
  const whole = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(mask).map(([name, inner]) => {
      if (!(name in whole)) throw refuse(name);
      return [name, chosen(whole[name], inner)];
    }),
  );
}
