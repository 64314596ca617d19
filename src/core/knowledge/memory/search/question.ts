import { memoryLimits } from '../limits.ts';
import { entitiesOf } from './entities.ts';
import { asking } from '../../../kernel/stop-words.ts';
import { synonymsOf } from './synonyms.ts';
import { timeIn, type TimeRange } from './time-hints.ts';
import { wordsOf } from '../../../kernel/words.ts';
import { isSilent, termOf, termsOf } from './words.ts';

/** One subject of a question, with all its names. */
export interface Concept {
  readonly term: string;
  /** Each term for the concept, including the term itself, with its weight, up to 1. */
  readonly variants: ReadonlyMap<string, number>;
}

/** The kind of answer that a question wants, besides its subject. */
export type Wanted = 'time' | 'number' | 'both' | 'anything';

export interface Question {
  readonly concepts: readonly Concept[];
  /** The words of the subject, folded, in order: for the comparison by characters. */
  readonly words: readonly string[];
  /** The names in it, folded: people, numbers, addresses, tags. */
  readonly entities: ReadonlySet<string>;
  readonly wanted: Wanted;
  readonly time: TimeRange | null;
  /** Whether it asks for the current state. */
  readonly latest: boolean;
}

/**
 * Analyses a question. Words that only make it a question are left out, unless there are no others. Any text is valid:
 * there is no syntax. Of a very long text only the beginning counts (`memoryLimits`).
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
