import { backgroundLimits } from './limits.ts';
import { refuse } from './errors.ts';
import type { Piece } from './in-flight.ts';

/** Who asks: specification › Authentication, 4. */
export interface Asker {
  readonly userId: string;
  readonly ownsInstance: boolean;
}

/** Whether a piece may be seen and stopped by who asks. */
export const mayControl = (
  { startedBy }: Pick<Piece, 'startedBy'>,
  { userId, ownsInstance }: Asker,
): boolean => ownsInstance || startedBy === userId;

/**
 * The one id that this text is, or begins. Null if there is none.
 * @throws Refusal id_too_short, ambiguous_id
 */
export function idMeant<Id extends string>(text: string, ids: readonly Id[]): Id | null {
  const typed = text.toLowerCase();
  const exact = ids.find((id) => id === typed);
  if (exact !== undefined) return exact;
  if (typed.length < backgroundLimits.prefixChars) throw refuse.id_too_short();
  const found = [...new Set(ids.filter((id) => id.startsWith(typed)))];
  if (found.length > 1)
    throw refuse.ambiguous_id({ candidates: found.slice(0, backgroundLimits.candidates) });
  return found[0] ?? null;
}
