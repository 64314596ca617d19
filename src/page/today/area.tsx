import { computed, useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { readTriggers, unconfirmed } from '../automation/triggers.ts';
import { readBackups } from '../backups/work.ts';
import { isMember } from '../engine/me.ts';
import { Alert } from '../parts/alert.tsx';
import { useFollowing } from '../parts/follow.ts';
import { isOverdue } from '../tasks/in-words.ts';
import { isAllRead, isJustRead } from '../threads/read-all.ts';
import { workMoved } from '../threads/thread-list.ts';
import { toAcceptCount } from '../tool-servers/servers.ts';
import { readTriggerNotices, triggerNotices } from '../waiting/notices.ts';
import { questionCount, refreshWaiting, toReview } from '../waiting/waiting.ts';
import { todayWords as said } from '#words/today.ts';
import { Backup } from './backup.tsx';
import { Cost } from './cost.tsx';
import { Next } from './next.tsx';
import { Since } from './since.tsx';
import { readToday, tasks, today, wrong } from './today.ts';
import './today.css';

const PAUSE_MS = 60_000;

/** What a person wants to know first: what waits, what ran, what comes, what it cost, whether it is safe. */
export default function TodayArea(): VNode {
  useFollowing({
    read: async () => {
      const others = isJustRead() ? [] : [readTriggers(), readTriggerNotices(), refreshWaiting()];
      const backups = isMember.value ? [] : [readBackups()];
      await Promise.all([readToday(), ...backups, ...others]);
    },
    pauseMs: () => PAUSE_MS,
    shown: today,
    moved: workMoved,
  });
  return (
    <section class="area today">
      <h2>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <Alert text={wrong.value} />
      {isKnown.value ? (
        <>
          <Waits />
          <Since />
          <div class="pair">
            <Next />
            <div>
              <Cost />
              {isMember.value ? null : <Backup />}
            </div>
          </div>
        </>
      ) : null}
    </section>
  );
}

/** What is shown before that would say that nothing waits, and would move when it is known what does. */
const isKnown = computed(() => isAllRead.value && (today.value !== null || wrong.value !== ''));

const overdue = computed(() => tasks.value.filter((task) => isOverdue(task, Date.now())).length);

function Waits(): VNode {
  const lines = useComputed(() =>
    (
      [
        ['waiting', questionCount.value, said.questions],
        ['waiting', toReview.value.length, said.reviews],
        ['waiting', unconfirmed.value.length, said.unconfirmed],
        ['waiting', triggerNotices.value.length, said.notices],
        ['tasks', overdue.value, said.overdue],
        ['tool-servers', toAcceptCount.value, said.toolServers],
      ] as const
    ).filter(([, count]) => count > 0),
  );
  return (
    <section class={lines.value.length === 0 ? 'card' : 'card waits'} aria-labelledby="today-waits">
      <h3 id="today-waits">{said.waits}</h3>
      {lines.value.length === 0 ? <p>{said.nothing}</p> : null}
      <ul class="lines">
        {lines.value.map(([area, count, words]) => (
          <li key={words(count)}>
            <a href={placeOfArea(area)}>{words(count)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
