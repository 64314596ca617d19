import { memoryLimits } from '../limits.ts';
import { entitiesOf } from './entities.ts';
import { asking } from './stop-words.ts';
import { synonymsOf } from './synonyms.ts';
import { timeIn, type TimeRange } from './time-hints.ts';
import { isSilent, termOf, termsOf, wordsOf } from './words.ts';

/** One thing that is asked about, under all its names. */
export interface Concept {
  readonly term: string;
  /** By term, the term itself among them: how well it stands for the concept, up to 1. */
  readonly variants: ReadonlyMap<string, number>;
}

/** What a question looks for, beside what it is about. */
export type Wanted = 'time' | 'number' | 'both' | 'anything';

export interface Question {
  readonly concepts: readonly Concept[];
  /** What is asked about, folded, in its order: for the comparison by characters. */
  readonly words: readonly string[];
  /** What it names, folded: people, numbers, addresses, tags. */
  readonly entities: ReadonlySet<string>;
  readonly wanted: Wanted;
  readonly time: TimeRange | null;
  /** It asks for the current state. */
  readonly latest: boolean;
}

/**
 * What a question asks for. Words that only ask are left out, unless there are no others. Any text is a question:
 * there is no syntax in it, and only its beginning counts when it is longer than a question is (`memoryLimits`).
 */
export function understood(text: string, now: number): Question {
  const question = text.slice(0, memoryLimits.questionChars);
  const all = wordsOf(question);
  const telling = all.filter((word) => !asking.has(word) && !isSilent(word));
  const words = (telling.length > 0 ? telling : all).slice(0, memoryLimits.questionTerms);
  const terms = new Set(termsOf(words.join(' ')));
  if (terms.size === 0) for (const word of words) terms.add(termOf(word));
  return {
    concepts: [...terms].map((term) => ({ term, variants: new Map([[term, 1], ...synonymsOf(term)]) })),
    words,
    entities: entitiesOf(question),
    wanted: wantedBy(question.toLowerCase()),
    time: timeIn(question, now),
    latest: /\b(?:latest|newest|recent|recently|current|currently|now|nowadays|these days)\b/iu.test(
      question,
    ),
  };
}

function wantedBy(question: string): Wanted {
  if (/\bhow (?:long|often|old)\b/u.test(question)) return 'both';
  if (/\b(?:when|(?:what|which) (?:date|day|month|year|time))\b/u.test(question)) return 'time';
  return /\bhow (?:many|much|far|big|tall|fast|high)\b/u.test(question) ? 'number' : 'anything';
}
