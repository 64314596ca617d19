import type { VNode } from 'preact';
import { renderSVG } from 'uqr';
import { CopyButton } from '../../parts/copy-button.tsx';
import { moment } from '../../parts/format.ts';
import { peopleWords } from '#words/people.ts';

const said = peopleWords.once;

/** An address that signs somebody in. */
export interface Given {
  readonly url: string;
  readonly expiresAt: string;
}

/** Around the code, in places of it: what reads one finds it by that, also on a dark page. */
const MARGIN = 4;

/** An address that is told only now: as text, and as a picture that a phone reads. */
export const OnceShown = ({
  title,
  hint,
  given: { url, expiresAt },
  onDone,
}: {
  title: string;
  hint: string;
  given: Given;
  onDone: () => void;
}): VNode => (
  <section class="once" aria-label={title} role="status">
    <h4>{title}</h4>
    <p class="hint">
      {hint} {said.until(moment(expiresAt))}
    </p>
    <p>
      <code class="address">{url}</code> <CopyButton text={() => url} label={said.copy} />
    </p>
    <img
      class="code"
      src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: MARGIN }))}`}
      alt={said.code}
    />
    <button type="button" onClick={onDone}>
      {said.done}
    </button>
  </section>
);
