import type { VNode } from 'preact';
import { share } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { memoryWords } from '#words/memory.ts';

const said = memoryWords.told;

/** Why something was told, in one line. */
export const Reasons = ({
  reasons,
  score,
  words,
}: {
  reasons: readonly (keyof typeof said.reasons)[];
  score: number | null;
  words: readonly string[];
}): VNode => (
  <p class="hint">
    {said.why}:{' '}
    {reasons.length === 0 ? said.noReason : reasons.map((reason) => said.reasons[reason]).join('; ')}
    {words.length === 0 ? null : <span dir="auto"> · {visible(said.words(words.join(', ')))}</span>}
    {score === null ? '' : ` · ${said.score(share(score))}`}
  </p>
);
