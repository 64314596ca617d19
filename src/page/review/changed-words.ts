import { diffWordsWithSpace } from 'diff';

export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Comparing words of longer lines takes too long, and shows too little. */
const LONGEST = 1_000;
/** With less than this share in common, two lines are two lines and not one that was changed. */
const LEAST_SHARED = 0.3;

/** The line in pieces, of which those are marked that its partner on the other side does not have. */
export function changedWords(line: string, partner: string | null): readonly Piece[] {
  const whole = [{ text: line, isChanged: false }];
  if (partner === null || line.length > LONGEST || partner.length > LONGEST) return whole;
  const pieces = diffWordsWithSpace(partner, line).filter(({ removed }) => !removed);
  const shared = pieces.reduce((sum, { added, value }) => (added ? sum : sum + value.trim().length), 0);
  if (shared < LEAST_SHARED * Math.max(line.trim().length, partner.trim().length)) return whole;
  return pieces.map(({ value, added }) => ({ text: value, isChanged: added }));
}
