import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfThread } from '../../app/place.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { visible } from '../../parts/visible.ts';
import { yourDataWords } from '#words/your-data.ts';
import { failed, type Failed, type Listed } from './past.ts';
import { Problems } from './problems.tsx';

const said = yourDataWords.past;
/** As many lines as a page draws at once. */
const LINES = 50;
/** Of those that came: they stand in the list of conversations, too. */
const LINKS = 10;

/** A list of any length, of which some lines are drawn. */
export function Sliced<Item extends Listed | Failed>({
  all,
  first = LINES,
  line,
}: {
  all: readonly Item[];
  /** How many lines there are before more are asked for. */
  first?: number;
  line: (item: Item) => VNode;
}): VNode | null {
  const most = useSignal(first);
  const left = all.length - most.value;
  return all.length === 0 ? null : (
    <>
      <ul class="lines">
        {all.slice(0, most.value).map((item, nth) => (
          <li key={item.sourceId ?? nth}>{line(item)}</li>
        ))}
      </ul>
      <MoreButton
        label={said.more(Math.min(LINES, left))}
        isMore={left > 0}
        onMore={() => (most.value += LINES)}
      />
    </>
  );
}

/** Those that came, with the way to each. */
export function Came({ all }: { all: readonly Listed[] }): VNode | null {
  const came = all.filter(({ threadId }) => threadId !== null);
  return came.length === 0 ? null : (
    <>
      <h5>{said.came(came.length)}</h5>
      <Sliced
        all={came}
        first={LINKS}
        line={(one) => (
          <>
            <a href={placeOfThread(one.threadId)}>
              <bdi>{visible(one.title ?? said.untitled)}</bdi>
            </a>
            <Problems of={one} />
          </>
        )}
      />
    </>
  );
}

/** Those that could be read and not stored. */
export const Failures = (): VNode | null =>
  failed.value.length === 0 ? null : (
    <div class="bad">
      <h5>{said.failed(failed.value.length)}</h5>
      <Sliced all={failed.value} line={titled} />
    </div>
  );

/** Those that are here already, and those that cannot come. */
export const NotComing = ({ all }: { all: readonly Listed[] }): VNode => (
  <>
    <Rest title={said.here} all={all.filter(({ state }) => state === 'here')} />
    <Rest title={said.left} all={all.filter(({ state }) => state === 'left')} />
  </>
);

const Rest = ({ title, all }: { title: (count: number) => string; all: readonly Listed[] }): VNode | null =>
  all.length === 0 ? null : (
    <details>
      <summary>{title(all.length)}</summary>
      <Sliced all={all} line={titled} />
    </details>
  );

const titled = (one: Listed | Failed): VNode => (
  <>
    <bdi>{visible(one.title ?? said.untitled)}</bdi>
    <Problems of={one} />
  </>
);
