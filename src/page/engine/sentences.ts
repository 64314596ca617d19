import { count, dollars } from '../parts/format.ts';
import type { Told } from '../words/engine-sentences.ts';

/** A sentence of the engine as a pattern, and what is said in its place. */
interface Phrase {
  readonly whole: RegExp;
  /** Before another sentence. */
  readonly begin: RegExp;
  readonly places: readonly string[];
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
const MOST_SENTENCES = 40;
/** What is longer is no sentence of the engine's own. */
const MOST_CHARS = 6_000;
/** A text that needs more of them was written to hold up the page. */
const MOST_TRIES = 100_000;

const PLACE = /\{(?:w|n|q|usd|when|times|limits|s)?\}/gu;
const MINUTE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
const AS_PATTERN: Readonly<Record<string, string>> = {
  '{}': '(.+?)',
  '{q}': '("(?:[^"\\\\]|\\\\.)*")',
  '{w}': '(\\S+?)',
  '{n}': '(\\d+(?:\\.\\d+)?)',
  '{usd}': '(\\d+(?:\\.\\d+)?)',
  '{when}': String.raw`(.+? \("[^"\\]*"\))`,
  '{times}': String.raw`(${MINUTE}(?:, ${MINUTE})*)`,
  '{limits}': '(no limit|\\d+ per [a-z]+(?:, \\d+ per [a-z]+)*)',
  '{s}': '(.+?)',
};

/** What has fewer fixed characters, such as "It {s}", fits nearly everything: it is one sentence and not several. */
const HARDLY_FIXED = 5;
const ONE_SENTENCE = '((?:(?!\\. ).)+?)';

/**
 * Says the sentences of a catalogue in the words of another language. The catalogue names sentences with places in them;
 * see `engineSentences`. What is in a place is said as `told` gives it. The function gives null for a text
 * that begins with none of them.
 */
export function interpreterOf(
  catalogue: Readonly<Record<string, string>>,
  told: Told,
): (text: string) => Interpreted | null {
  let made: readonly Phrase[] | undefined;
  const phrases = () => (made ??= Object.entries(catalogue).map(phraseOf).toSorted(byFixed));
  let triesLeft = 0;
  const tried = (pattern: RegExp, text: string): RegExpExecArray | null =>
    triesLeft-- > 0 ? pattern.exec(text) : null;
  const whole = (text: string, most: number): string | null => {
    for (const phrase of phrases()) {
      const found = tried(phrase.whole, text);
      const said = found && filled(phrase, found, (part) => interpreted(part, most - 1), told);
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
      const said = found && filled(phrase, found, (part) => interpreted(part, most - 1), told);
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
    const found = known(text, MOST_SENTENCES);
    return triesLeft > 0 ? found : null;
  };
}

function phraseOf([sentence, said]: readonly [string, string]): Phrase {
  const places = sentence.match(PLACE) ?? [];
  const parts = sentence.split(PLACE);
  const fixed = parts.join('').length;
  const asPattern = fixed < HARDLY_FIXED ? { ...AS_PATTERN, '{s}': ONE_SENTENCE } : AS_PATTERN;
  const pattern = parts
    .map(
      (part, nth) =>
        part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`) + (asPattern[places[nth] ?? ''] ?? ''),
    )
    .join('');
  return {
    whole: new RegExp(`^${pattern}$`, 'su'),
    begin: new RegExp(`^${pattern}(?<=[.?:]) (?=.)`, 'su'),
    places,
    said,
    fixed,
  };
}

const byFixed = (one: Phrase, other: Phrase): number => other.fixed - one.fixed;

/** Null if a place for a sentence holds none that is known. */
function filled(
  { places, said }: Phrase,
  found: readonly string[],
  interpreted: (text: string) => string | null,
  told: Told,
): string | null {
  const given = places.map((place, nth) => {
    const text = found[nth + 1] ?? '';
    if (place === '{s}') return interpreted(text);
    if (place === '{n}') return count(Number(text));
    if (place === '{usd}') return dollars(Number(text));
    if (place === '{when}') return told.when(text);
    if (place === '{times}') return told.times(text.split(', '));
    return place === '{limits}' ? told.limits(text) : told.text(text);
  });
  if (given.includes(null)) return null;
  return said.replaceAll(/\{(\d)\}/gu, (_, nth: string) => given[Number(nth)] ?? '');
}
