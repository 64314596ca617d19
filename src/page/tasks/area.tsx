import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Alert } from '../parts/alert.tsx';
import { isKeyboardLost } from '../parts/keyboard-after.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { useFollowing } from '../parts/follow.ts';
import { readRunning } from '../running/running.ts';
import { workMoved } from '../threads/thread-list.ts';
import { taskWords as said } from '#words/tasks.ts';
import { AddTask } from './add-task.tsx';
import { ordered } from './ordered.ts';
import { TaskLine } from './task-line.tsx';
import { filter, isAnyRunning, older, query, readOlder, readTasks, show, tasks, unread } from './tasks.ts';
import './tasks.css';

const QUICK_MS = 2_000;
const SLOW_MS = 10_000;
/** After the last key. */
const TYPED_MS = 250;

/** All tasks: found, added, changed in place, and given to the agent. */
export default function TasksArea(): VNode {
  useFollowing({
    read: async () => {
      await Promise.all([readTasks(), readRunning()]);
    },
    pauseMs: () => (isAnyRunning.peek() ? QUICK_MS : SLOW_MS),
    shown: tasks,
    moved: workMoved,
  });
  const title = useRef<HTMLHeadingElement>(null);
  const all = tasks.value;
  const before = useRef(all?.length ?? null);
  useLayoutEffect(() => {
    // What was deleted is gone, and with it the place of the keyboard.
    const isLess = before.current !== null && (all?.length ?? 0) < before.current;
    if (isLess && isKeyboardLost()) title.current?.focus();
    before.current = all?.length ?? null;
  }, [all?.length]);
  const isFiltered = filter.value !== 'all' || query.value.trim() !== '';
  return (
    <section class="area tasks">
      <h2 ref={title} tabIndex={-1}>
        {said.title}
      </h2>
      <p class="hint">{said.intro}</p>
      <AddTask parent={null} />
      <Finding />
      <Alert text={unread.value} />
      <p class="hint" role="status">
        {all === null
          ? ''
          : all.length === 0
            ? isFiltered
              ? said.noneFound
              : said.none
            : said.found(all.length, older.value !== null)}
      </p>
      {all === null || all.length === 0 ? null : (
        <ul class="all">
          {ordered(all).map((line) => (
            <li key={line.task.taskId} class={`depth-${Math.min(line.depth, 4)}`}>
              <TaskLine line={line} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton label={said.older} isMore={older.value !== null} onMore={() => void readOlder()} />
    </section>
  );
}

function Finding(): VNode {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return (
    <search class="finding">
      <Field
        label={said.search}
        type="search"
        value={query.value}
        onInput={(text) => {
          query.value = text;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void show({}), TYPED_MS);
        }}
      />
      <Choice
        label={said.filter}
        value={filter.value}
        options={said.filters}
        onChoose={(status) => void show({ filter: status })}
      />
    </search>
  );
}
