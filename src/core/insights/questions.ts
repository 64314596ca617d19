import { insightLimits } from './limits.ts';
import type { Topic } from './model.ts';
import type { Understood } from './port.ts';

/** Whether it says enough to be compared. */
export const isComparable = ({ subjects }: Topic): boolean =>
  subjects.length >= insightLimits.question.subjects;

/**
 * Whether a question asks what an earlier one asked, perhaps in other words: they share nearly all subjects, and every
 * name or number of one is in the other.
 */
export function asksTheSame(question: Understood, earlier: Topic): boolean {
  const before = new Set(earlier.subjects);
  const now = new Set(question.subjects);
  if (!question.names.every((name) => before.has(name)) || !earlier.names.every((name) => now.has(name)))
    return false;
  const shared = question.alike.filter((terms) => terms.some((term) => before.has(term))).length;
  return 2 * shared >= insightLimits.question.alike * (now.size + before.size);
}
