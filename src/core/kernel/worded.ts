import { shortened, shorter } from './quoted.ts';
import type { Refusal } from './refusal.ts';
import { inText, withFacts, type Leaf, type Says } from './says.ts';

/** What the engine has said, as rows keep it. */
export interface Worded {
  /** In English. */
  readonly text: string;
  /** The same as data; null where it is none, as in what an earlier version wrote. */
  readonly says: readonly Says[] | null;
}

/** Why something did not come about: a stable code for programs, and what a person is told. */
export interface Because {
  readonly code: string;
  readonly says: readonly Says[];
}

/** The same as rows keep it. */
export interface Why {
  readonly code: string;
  /** In English. */
  readonly error: string;
  /** The same as data; absent where it is none, as in what an earlier version wrote. */
  readonly says?: readonly Says[];
}

interface InEnglish {
  inEnglish(says: readonly Says[]): string;
}

/** Of a text and a fact no more than so many characters are kept. */
export function worded(says: readonly Says[], { inEnglish }: InEnglish, maxChars = Infinity): Worded {
  const text = shortened(inEnglish(says), maxChars);
  if (says.every(({ code }) => code === 'text')) return { text, says: null };
  const short = (fact: Leaf): Leaf =>
    typeof fact === 'string' ? shortened(fact, maxChars) : shorter(fact, maxChars);
  return { text, says: says.map((one) => withFacts(one, short)) };
}

export function whyOf({ code, says: given }: Because, words: InEnglish, maxChars?: number): Why {
  const { text, says } = worded(given, words, maxChars);
  return { code, error: text, ...(says && { says }) };
}

/** What was said earlier, within another sentence. */
export const saidEarlier = ({ text, says }: Worded): readonly Says[] => says ?? [inText(text)];

/** The same of what hindered something. */
export const saidIn = ({ error, says }: Why): readonly Says[] =>
  saidEarlier({ text: error, says: says ?? null });

export const becauseOf = (refusal: Refusal): Because => ({
  code: refusal.code,
  says: refusal.says,
});

/** A sentence in a file, where an earlier version wrote its English. */
export const saysInFile = (kept: unknown): Says =>
  typeof kept === 'object' && kept !== null && 'code' in kept && 'facts' in kept
    ? (kept as Says)
    : inText(String(kept));
