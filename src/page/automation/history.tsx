import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { useFollowing } from '../parts/follow.ts';
import { amount } from '../parts/amount.ts';
import { duration, moment } from '../parts/format.ts';
import { workMoved } from '../threads/thread-list.ts';
import { automationWords } from '#words/automation.ts';
import { FireReason, MissedBefore, OutcomeMark } from './fire-outcome.tsx';
import { neverOf } from './in-words.ts';
import type { Fire, Trigger } from './triggers.ts';

const said = automationWords.history;
const PAGE = 20;
const QUICK_MS = 2_000;

const keyOf = ({ dueAt, cause }: Fire): string => `${cause} ${dueAt}`;

/** Each time that it ran, the newest first, in pages. */
export function History({ trigger }: { trigger: Trigger }): VNode {
  const { triggerId, title, threadId, lastRun } = trigger;
  const fires = useSignal<readonly Fire[] | null>(null);
  const older = useSignal<string | null>(null);
  const wrong = useSignal('');
  const read = async (cursor: string | null) => {
    try {
      const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
      const { runs, nextCursor } = await engine['triggers.runs']({ params: { id: triggerId }, query });
      const shown = fires.peek() ?? [];
      if (cursor === null) {
        const fresh = new Set(runs.map(keyOf));
        const rest = shown.filter((one) => !fresh.has(keyOf(one)) && isBefore(one, runs.at(-1)));
        fires.value = [...runs, ...rest];
        if (rest.length === 0) older.value = nextCursor;
      } else {
        fires.value = [...shown, ...runs];
        older.value = nextCursor;
      }
      wrong.value = '';
    } catch (error) {
      // That the engine is away is said above everything.
      wrong.value = statusOf(error) === null ? '' : told(error);
    }
  };
  useFollowing({
    read: () => read(null),
    // The end of a test changes nothing else that is read.
    pauseMs: () => (fires.peek()?.some(({ endedAt }) => endedAt === null) === true ? QUICK_MS : Infinity),
    shown: fires,
    moved: workMoved,
  });
  // What changed without a word of a thread, as a backup does.
  const news = `${lastRun?.startedAt} ${lastRun?.outcome} ${lastRun?.endedAt}`;
  const known = useRef(news);
  useEffect(() => {
    if (known.current !== news) void read(null);
    known.current = news;
  }, [news]);
  const all = fires.value;
  return (
    <section class="card history" aria-labelledby="history-title">
      <h3 id="history-title">{said.title}</h3>
      <Alert text={wrong.value} />
      {all?.length === 0 ? <p class="hint">{neverOf(trigger)}</p> : null}
      {all === null || all.length === 0 ? null : (
        <ol>
          {all.map((fire, nth) => (
            <li key={keyOf(fire)}>
              <p class="head">
                <span>
                  <time datetime={fire.startedAt}>{moment(fire.startedAt)}</time>{' '}
                  <OutcomeMark fire={fire} isReminder={trigger.effect === 'notify'} />
                </span>
                <span class="hint">{factsOf(fire).join(' · ')}</span>
              </p>
              <FireReason fire={fire} title={title} threadId={threadId} isOpen={nth === 0} />
              <MissedBefore fire={fire} />
            </li>
          ))}
        </ol>
      )}
      <MoreButton label={said.older} isMore={older.value !== null} onMore={() => void read(older.value)} />
    </section>
  );
}

const isBefore = ({ startedAt }: Fire, last: Fire | undefined): boolean =>
  last !== undefined && startedAt <= last.startedAt;

const factsOf = ({ cause, costUsd, priceKnown, startedAt, endedAt }: Fire): readonly string[] => [
  ...(cause === 'asked' ? [automationWords.asked] : []),
  ...(endedAt === null ? [] : [said.took(duration(Date.parse(endedAt) - Date.parse(startedAt)))]),
  ...(costUsd > 0 ? [amount({ costUsd, priceKnown })] : []),
];
