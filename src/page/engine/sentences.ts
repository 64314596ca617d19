import { count, exactDollars } from '../parts/format.ts';
import type { Told } from '#words/engine-sentences.ts';
import { QUOTED, SEAL, Seals } from './seals.ts';

/** A sentence of the engine as a pattern, and what is said in its place. */
interface Phrase {
  readonly whole: RegExp;
  /** Before another sentence. */
  readonly begin: RegExp;
  /** What its groups hold: places, or what the sentence itself has in quotation marks. */
  readonly groups: readonly string[];
  readonly said: string;
  /** The more of it is fixed, the better it fits. */
  readonly fixed: number;
}

/** What is said in place of a text; `rest` is its end, from the first sentence on that is not known. */
export interface Interpreted {
  readonly said: string;
  readonly rest: string;
}

/** In what is said, several sentences may follow each other, or be within each other; more than these do not. */
const MOST_SENTENCES = 120;
/** What is longer is no sentence of the engine's own: with, and without, what stands in quotation marks. */
const MOST_CHARS = 100_000;
const MOST_OWN_CHARS = 6_000;
/** A text that needs more of them was written to hold up the page. */
const MOST_TRIES = 40_000;

const PLACE = /^\{[a-z]*\}$/u;
const PARTS = /(\{[a-z]*\}|"[^"{}]*")/u;
const AS_PATTERN: Readonly<Record<string, string>> = {
  '{}': '(.+?)',
  '{q}': `(${SEAL})`,
  '{w}': String.raw`(\S+?)`,
  '{n}': String.raw`(\d+(?:\.\d+)?)`,
  '{usd}': String.raw`(\d+(?:\.\d+)?)`,
  '{s}': '(.+?)',
};

/** What has fewer fixed characters, such as "It {s}", fits nearly everything: it is one sentence and not several. */
const HARDLY_FIXED = 5;
const ONE_SENTENCE = String.raw`((?:(?!\. ).)+?)`;

/**
 * Says the sentences of a catalogue in the words of another language. The catalogue names sentences with places in them;
 * see `engineSentences`. The function gives null for a text that begins with none of them.
 *
 * Text in quotation marks may be by anyone, so it is never searched for sentences: its author can neither end it nor
 * bring a sentence that seems to be the engine's.
 */
export function interpreterOf(
  catalogue: Readonly<Record<string, string>>,
  told: Told,
): (text: string) => Interpreted | null {
  let made: readonly Phrase[] | undefined;
  const phrases = () => (made ??= Object.entries(catalogue).map(phraseOf).toSorted(byFixed));
  let triesLeft = 0;
  let seals = new Seals();
  const tried = (pattern: RegExp, text: string): RegExpExecArray | null =>
    triesLeft-- > 0 ? pattern.exec(text) : null;
  const whole = (text: string, most: number): string | null => {
    for (const phrase of phrases()) {
      const found = tried(phrase.whole, text);
      const said = found && filled(phrase, found, (part) => interpreted(part, most - 1), told, seals);
      if (said !== null) return said;
    }
    return null;
  };
  /** Several ways to cut a text may leave the same end of it, which is looked at once. */
  const endings = new Map<string, Interpreted | null>();
  /** What begins with a known sentence, and goes on with others or with what is not known. */
  const inParts = (text: string, most: number): Interpreted | null => {
    const seen = endings.get(text);
    if (seen !== undefined) return seen;
    const found = partsOf(text, most);
    endings.set(text, found);
    return found;
  };
  const partsOf = (text: string, most: number): Interpreted | null => {
    let best: Interpreted | null = null;
    for (const phrase of phrases()) {
      const found = tried(phrase.begin, text);
      const said = found && filled(phrase, found, (part) => interpreted(part, most - 1), told, seals);
      if (!found || said === null) continue;
      const rest = text.slice(found[0].length);
      const others = known(rest, most - 1);
      if (others?.rest === '') return { said: `${said} ${others.said}`, rest: '' };
      best ??= others === null ? { said, rest } : { said: `${said} ${others.said}`, rest: others.rest };
    }
    return best;
  };
  const known = (text: string, most: number): Interpreted | null => {
    if (most === 0) return null;
    const said = whole(text, most);
    return said === null ? inParts(text, most) : { said, rest: '' };
  };
  const interpreted = (text: string, most: number): string | null => {
    const found = known(text, most);
    return found?.rest === '' ? found.said : null;
  };
  return (text) => {
    if (text.length > MOST_CHARS) return null;
    endings.clear();
    triesLeft = MOST_TRIES;
    seals = new Seals();
    const sealed = seals.seal(text);
    if (sealed === null || sealed.length > MOST_OWN_CHARS) return null;
    const found = known(sealed, MOST_SENTENCES);
    if (found === null || triesLeft <= 0) return null;
    return { said: seals.opened(found.said, told.quoted), rest: seals.opened(found.rest) };
  };
}

/** Texts that are kept with what is said in their place: a page draws the same ones again and again. */
const MOST_REMEMBERED = 200;

/** An interpreter that looks at a text once, and forgets the oldest. */
export function remembering(
  interpret: (text: string) => Interpreted | null,
): (text: string) => Interpreted | null {
  const known = new Map<string, Interpreted | null>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const now = interpret(text);
    known.set(text, now);
    const [oldest = ''] = known.keys();
    if (known.size > MOST_REMEMBERED) known.delete(oldest);
    return now;
  };
}

function phraseOf([sentence, said]: readonly [string, string]): Phrase {
  const groups: string[] = [];
  let fixed = 0;
  const literals = sentence.split(PARTS).map((part) => {
    if (PLACE.test(part) || QUOTED.test(part)) groups.push(part);
    if (!PLACE.test(part)) fixed += part.length;
    return part;
  });
  const asPattern = fixed < HARDLY_FIXED ? { ...AS_PATTERN, '{s}': ONE_SENTENCE } : AS_PATTERN;
  const pattern = literals
    .map((part) =>
      QUOTED.test(part)
        ? `(${SEAL})`
        : (asPattern[part] ?? part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)),
    )
    .join('');
  return {
    whole: new RegExp(`^${pattern}$`, 'su'),
    begin: new RegExp(`^${pattern}(?<=[.?:]) (?=.)`, 'su'),
    groups,
    said,
    fixed,
  };
}

const byFixed = (one: Phrase, other: Phrase): number => other.fixed - one.fixed;

/** Null if a place for a sentence holds none that is known, or if other text is in the quotation marks of the sentence. */
function filled(
  { groups, said }: Phrase,
  found: readonly string[],
  interpreted: (text: string) => string | null,
  told: Told,
  seals: Seals,
): string | null {
  const given: (string | null)[] = [];
  for (const [nth, group] of groups.entries()) {
    const text = found[nth + 1] ?? '';
    if (PLACE.test(group)) given.push(placed(group, text, interpreted));
    else if (seals.opened(text) !== group) return null;
  }
  if (given.includes(null)) return null;
  return said.replaceAll(/\{(\d)\}/gu, (_, nth: string) => given[Number(nth)] ?? '');
}

function placed(place: string, text: string, interpreted: (text: string) => string | null): string | null {
  switch (place) {
    case '{s}':
      return interpreted(text);
    case '{n}':
      return Number.isSafeInteger(Number(text)) || text.includes('.') ? count(Number(text)) : text;
    case '{usd}':
      return exactDollars(Number(text));
    default:
      return text;
  }
}
