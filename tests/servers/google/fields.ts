// The `fields` parameter: which parts of an answer the client wants.
import { driveRefusal } from './refusals.ts';

/** Names with what is wanted of each; `'all'` for a name without a selection. */
export interface Mask {
  readonly [name: string]: Mask | 'all';
}

/** `files(id,owners/emailAddress),nextPageToken`. @throws Refused for a text that is no selection */
export function maskOf(text: string): Mask {
  let at = 0;
  const refuse = () =>
    driveRefusal(400, 'invalidParameter', `Invalid field selection ${text}`, { location: 'fields' });
  const list = (): Mask => {
    const mask: Record<string, Mask | 'all'> = {};
    for (;;) {
      const [name, found] = one();
      mask[name] = merged(mask[name], found);
      if (text[at] !== ',') return mask;
      at += 1;
    }
  };
  const one = (): [string, Mask | 'all'] => {
    const name = /^\s*([\w*]+)\s*/u.exec(text.slice(at));
    if (!name?.[1]) throw refuse();
    at += name[0].length;
    if (text[at] === '/') {
      at += 1;
      const [inner, found] = one();
      return [name[1], { [inner]: found }];
    }
    if (text[at] !== '(') return [name[1], 'all'];
    at += 1;
    const inner = list();
    if (text[at] !== ')') throw refuse();
    at += 1;
    return [name[1], inner];
  };
  const mask = list();
  if (at !== text.length) throw refuse();
  return mask;
}

const merged = (one: Mask | 'all' | undefined, other: Mask | 'all'): Mask | 'all' =>
  one === undefined || (one !== 'all' && other !== 'all')
    ? other === 'all' || one === undefined
      ? other
      : { ...(one as Mask), ...other }
    : 'all';

/**
 * The chosen parts of a value. `known` are the names that exist even if this value lacks them.
 * @throws Refused for a name that does not exist
 */
export function chosen(value: unknown, mask: Mask | 'all', known?: ReadonlySet<string>): unknown {
  if (mask === 'all' || '*' in mask) return value;
  if (Array.isArray(value)) return value.map((each) => chosen(each, mask, known));
  if (typeof value !== 'object' || value === null) return value;
  const whole = value as Readonly<Record<string, unknown>>;
  const part: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(mask)) {
    if (known && !known.has(name) && !(name in whole))
      throw driveRefusal(400, 'invalidParameter', `Invalid field selection ${name}`, { location: 'fields' });
    if (whole[name] !== undefined) part[name] = chosen(whole[name], inner);
  }
  return part;
}
