import { insightLimits } from './limits.ts';
import type { Topic } from './model.ts';
import type { Understood } from './port.ts';

/** Whether it says enough to be compared. */
export const isComparable = ({ subjects }: Topic): boolean =>
  subjects.length >= insightLimits.question.subjects;

/** A question prepared for many comparisons. */
export interface ComparedTopic {
  readonly subjects: ReadonlySet<number>;
  readonly names: readonly number[];
}

export const compared = ({ subjects, names }: Topic): ComparedTopic => ({
  subjects: new Set(subjects),
  names,
});

/**
 * Whether a question asks what an earlier one asked, perhaps in other words: they share nearly all subjects, and every
 * name or number of one is in the other.
 */
export function asksTheSame(
  question: ComparedTopic & Pick<Understood, 'alike'>,
  earlier: ComparedTopic,
): boolean {
  const needed = (insightLimits.question.alike * (question.subjects.size + earlier.subjects.size)) / 2;
  if (Math.min(question.subjects.size, earlier.subjects.size) < needed) return false;
  const isIn = (subjects: ReadonlySet<number>) => (name: number) => subjects.has(name);
  if (!question.names.every(isIn(earlier.subjects)) || !earlier.names.every(isIn(question.subjects)))
    return false;
  return question.alike.filter((terms) => terms.some(isIn(earlier.subjects))).length >= needed;
}
