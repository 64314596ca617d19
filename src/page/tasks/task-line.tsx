import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { placeOfThread } from '../app/place.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { visible } from '../parts/visible.ts';
import { StopButton } from '../running/stop-button.tsx';
import { taskWords as said } from '../words/tasks.ts';
import { AddTask } from './add-task.tsx';
import { EditTask } from './edit-task.tsx';
import { factsOf } from './in-words.ts';
import type { Line } from './ordered.ts';
import { AGENT, giveToAgent, readTasks, removeTask, setDone, titles } from './tasks.ts';

/** One task: what it is, how it stands, and what can be done with it. */
export function TaskLine({ line: { task, hiddenParent } }: { line: Line }): VNode {
  const opened = useSignal<'edit' | 'add' | 'remove' | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { taskId, title, status, problem, threadId, running, stoppable, assignee, description } = task;
  const close = () => {
    const button = opened.value === 'edit' ? editButton : addButton;
    opened.value = null;
    requestAnimationFrame(() => {
      // Unless the person has gone on meanwhile.
      if (document.activeElement === document.body) button.current?.focus();
    });
  };
  const isDone = status === 'completed';
  const parent = hiddenParent === null ? null : titles.value.get(hiddenParent);
  return (
    <article class={`card is-${status}`} aria-label={visible(title)}>
      {parent === null || parent === undefined ? null : (
        <p class="hint" dir="auto">
          {said.inTask} “{visible(parent)}”
        </p>
      )}
      <div class="what">
        <input
          type="checkbox"
          checked={isDone}
          aria-label={visible(said.done(title))}
          onChange={({ currentTarget }) => void setDone(task, currentTarget.checked)}
        />
        <h3 dir="auto">{visible(title)}</h3>
      </div>
      <p class="facts">
        {factsOf(task, Date.now()).map(({ text, tone }) => (
          <span key={text} class={`is-${tone}`} dir="auto">
            {visible(text)}
          </span>
        ))}
      </p>
      {problem === null ? null : <p class={status === 'failed' ? 'bad' : 'hint'}>{visible(problem)}</p>}
      {description === null || opened.value === 'edit' ? null : (
        <p class="details" dir="auto">
          {visible(description)}
        </p>
      )}
      {opened.value === 'edit' ? (
        <EditTask task={task} onDone={close} />
      ) : (
        <div class="row">
          {stoppable ? <StopButton id={taskId} title={title} onStopped={() => void readTasks()} /> : null}
          {running || isDone ? null : (
            <button
              type="button"
              class="small"
              aria-label={visible(assignee === AGENT ? said.giveAgainNamed(title) : said.giveNamed(title))}
              onClick={() => void giveToAgent(task)}
            >
              {assignee === AGENT ? said.giveAgain : said.give}
            </button>
          )}
          {threadId === null ? null : (
            <a
              class="small"
              href={placeOfThread(threadId)}
              aria-label={visible(said.conversationNamed(title))}
            >
              {said.conversation}
            </a>
          )}
          <button
            ref={editButton}
            type="button"
            class="quiet"
            aria-label={visible(said.editNamed(title))}
            onClick={() => (opened.value = 'edit')}
          >
            {said.edit}
          </button>
          <button
            ref={addButton}
            type="button"
            class="quiet"
            aria-label={visible(said.addInsideNamed(title))}
            aria-expanded={opened.value === 'add'}
            onClick={() => (opened.value = opened.value === 'add' ? null : 'add')}
          >
            {said.addInside}
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={visible(said.removeNamed(title))}
            onClick={() => (opened.value = 'remove')}
          >
            {said.remove}
          </button>
        </div>
      )}
      {opened.value === 'add' ? <AddTask parent={task} onDone={close} /> : null}
      {opened.value === 'remove' ? (
        <AskDialog
          question={said.removeQuestion(title)}
          says={said.removeSays}
          label={said.remove}
          onClose={() => (opened.value = null)}
          onSure={() => void removeTask(task)}
        />
      ) : null}
    </article>
  );
}
