import { collected } from '../../kernel/bytes.ts';
import { textIn } from '../../kernel/file-text.ts';
import { changesetLimits } from './limits.ts';
import type { UnifiedDiff } from './port.ts';

export interface ShownDiff {
  /** Empty for a binary file, and if omitted. */
  readonly diff: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly binary: boolean;
  /** True if the diff is too long to show, or cannot be computed now. */
  readonly diffOmitted: boolean;
}

export const noDiff: ShownDiff = {
  diff: '',
  linesAdded: 0,
  linesRemoved: 0,
  binary: false,
  diffOmitted: true,
};

/** The characters left for the diffs of one answer. */
export class DiffBudget {
  #left: number = changesetLimits.diffsChars;

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** @returns whether it fits; after the first that does not, no more are computed */
  take(chars: number): boolean {
    this.#left -= chars;
    return this.#left >= 0;
  }
}

interface Side {
  readonly sizeBytes: number;
  content(): AsyncIterable<Uint8Array>;
}

/** The diff of two files; null if there is none. */
export async function shownDiff(
  path: string,
  before: Side | null,
  after: Side | null,
  budget: DiffBudget,
  diff: UnifiedDiff,
): Promise<ShownDiff> {
  const { diffBytes } = changesetLimits;
  const isLarge = [before, after].some((side) => side !== null && side.sizeBytes > diffBytes);
  if (isLarge || budget.isSpent) return noDiff;
  const texts = await Promise.all([before, after].map(async (side) => side && (await contentOf(side))));
  const [old, now] = texts.map((content) => (content ? textIn(content) : { text: '' }));
  if (!old || !now) return { ...noDiff, binary: true, diffOmitted: false };
  const made = diff(path, old.text, now.text);
  if (!budget.take(made.diff.length)) return { ...noDiff, ...made, diff: '' };
  return { ...made, binary: false, diffOmitted: false };
}

const contentOf = (side: Side): Promise<Uint8Array> => collected(side.content());
