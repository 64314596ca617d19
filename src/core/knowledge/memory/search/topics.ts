import { understood } from './question.ts';
import { termKey, termsOf } from './words.ts';

/** What a question is about, as hashes of terms, for comparing questions with one another. */
export function topicOf(question: string): {
  readonly subjects: readonly number[];
  /** Those that are names or numbers. */
  readonly names: readonly number[];
  /** For each subject, its own term and those of its synonyms. */
  readonly alike: readonly (readonly number[])[];
} {
  // The instant only matters for times in the question, which are not used.
  const { concepts, entities } = understood(question, 0);
  const subjects = new Set(concepts.map(({ term }) => termKey(term)));
  const names = new Set([...entities].flatMap((name) => termsOf(name).map(termKey)));
  return {
    subjects: [...subjects],
    names: [...names].filter((name) => subjects.has(name)),
    alike: concepts.map(({ variants }) => [...variants.keys()].map(termKey)),
  };
}
