import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { place, placeOfArea, showArea } from '../app/place.ts';
import { Alert } from '../parts/alert.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { useFollowing } from '../parts/follow.ts';
import { visible } from '../parts/visible.ts';
import { readRunning } from '../running/running.ts';
import { workMoved } from '../threads/thread-list.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import { automationWords as said } from '#words/automation.ts';
import './automation.css';
import { TriggerForm } from './form.tsx';
import { TriggerCard } from './trigger-card.tsx';
import { Trigger } from './trigger.tsx';
import { older, readOlder, readTriggers, triggers, unread } from './triggers.ts';

const NEW = 'new';
const REMINDER = 'reminder';
const QUICK_MS = 2_000;
const SLOW_MS = 10_000;

/** The automation that is open. */
const partOpen = (): string | null => {
  const { part } = place.peek();
  return part === NEW || part === REMINDER ? null : part;
};
const isAnyRunning = computed(() => (triggers.value ?? []).some(({ running }) => running));

/** Everything that happens by itself: all of it, one of them, or a new one. */
export default function AutomationArea(): VNode {
  useFollowing({
    read: async () => {
      await Promise.all([readTriggers(partOpen()), readRunning()]);
    },
    pauseMs: () => (isAnyRunning.peek() ? QUICK_MS : SLOW_MS),
    shown: triggers,
    moved: workMoved,
  });
  const { part } = place.value;
  const area = useHeadingFocus(part);
  const all = triggers.value;
  const one = all?.find(({ triggerId }) => triggerId === part);
  return (
    <section ref={area} class="area automation">
      {part === null ? null : (
        <p>
          <a href={placeOfArea('automation')}>{said.all}</a>
        </p>
      )}
      <h2 tabIndex={-1} dir="auto">
        {part === NEW
          ? said.make
          : part === REMINDER
            ? said.makeReminder
            : one === undefined
              ? said.title
              : visible(one.title)}
      </h2>
      <Alert text={unread.value} />
      {part === NEW || part === REMINDER ? (
        <TriggerForm
          key={part}
          trigger={null}
          isReminder={part === REMINDER}
          onDone={(made) => showArea('automation', made)}
        />
      ) : part === null ? (
        <All />
      ) : all === null ? null : one === undefined ? (
        <p>{said.gone}</p>
      ) : (
        <Trigger key={one.triggerId} trigger={one} />
      )}
    </section>
  );
}

function All(): VNode {
  const all = triggers.value;
  const make = (
    <div class="row">
      <a class="button primary" href={placeOfArea('automation', NEW)}>
        {said.make}
      </a>
      <a class="button" href={placeOfArea('automation', REMINDER)}>
        {said.makeReminder}
      </a>
    </div>
  );
  return (
    <>
      <p class="hint">{said.intro}</p>
      {all?.length === 0 ? (
        <div class="card">
          <h3>{said.none}</h3>
          <p>{said.noneHint}</p>
          {make}
        </div>
      ) : (
        make
      )}
      {all === null || all.length === 0 ? null : (
        <ul class="all">
          {all.map((trigger) => (
            <li key={trigger.triggerId}>
              <TriggerCard trigger={trigger} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton label={said.older} isMore={older.value !== null} onMore={() => void readOlder()} />
    </>
  );
}
