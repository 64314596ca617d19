import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { placeOfThread } from '../app/place.ts';
import { Markdown } from '../conversation/markdown/markdown.tsx';
import { isAway } from '../engine/away.ts';
import { worded } from '../engine/failure.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { EngineText } from '../parts/engine-text.tsx';
import { isKeyboardLost } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { drawn } from '../parts/frames.ts';
import { StopButton } from '../running/stop-button.tsx';
import { taskWords as said } from '#words/tasks.ts';
import { AddTask } from './add-task.tsx';
import { EditTask } from './edit-task.tsx';
import { beginningOf, factsOf, isClaimed } from './in-words.ts';
import type { Line } from './ordered.ts';
import { AGENT, giveToAgent, readTasks, removeTask, setDone, titles } from './tasks.ts';

/** One task: what it is, how it stands, and what can be done with it. */
export function TaskLine({ line: { task, hiddenParent } }: { line: Line }): VNode {
  const opened = useSignal<'edit' | 'add' | 'remove' | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const {
    taskId,
    title,
    status,
    problem,
    threadId,
    running,
    stoppable,
    assignee,
    description,
    waiting,
    report,
  } = task;
  const close = async () => {
    const button = opened.value === 'edit' ? editButton : addButton;
    opened.value = null;
    await drawn();
    // Unless the person has gone on meanwhile.
    if (isKeyboardLost()) button.current?.focus();
  };
  const claimed = isClaimed(task);
  const isDone = status === 'completed' && !claimed;
  const tick = useRef<HTMLInputElement>(null);
  const give = claimed
    ? { text: said.giveBack, named: said.giveBackNamed(title) }
    : assignee === AGENT
      ? { text: said.giveAgain, named: said.giveAgainNamed(title) }
      : { text: said.give, named: said.giveNamed(title) };
  const parent = hiddenParent === null ? null : titles.value.get(hiddenParent);
  return (
    <article class={`card is-${claimed ? 'claimed' : status}`} aria-label={visible(title)}>
      {parent === null || parent === undefined ? null : (
        <p class="hint" dir="auto">
          {visible(said.inTask(parent))}
        </p>
      )}
      <div class="what">
        <label class="tick">
          <input
            ref={tick}
            type="checkbox"
            checked={isDone}
            aria-label={visible(said.done(title))}
            onChange={({ currentTarget }) => void setDone(task, currentTarget.checked)}
          />
        </label>
        <h3 dir="auto">{visible(title)}</h3>
      </div>
      <p class="facts">
        {factsOf(task, Date.now(), isAway.value).map(({ text, tone }) => (
          <span key={text} class={`is-${tone}`} dir="auto">
            {visible(text)}
          </span>
        ))}
      </p>
      {report === null ? null : <Report text={report} />}
      {problem === null ? null : (
        <p class={status === 'failed' ? 'bad' : 'hint'}>
          <EngineText text={worded(problem, task.says.problem)} />
        </p>
      )}
      {description === null || opened.value === 'edit' ? null : (
        <div class="details">
          <Markdown key={description} text={description} isOpen={false} />
        </div>
      )}
      {opened.value === 'edit' ? (
        <EditTask task={task} onDone={() => void close()} />
      ) : (
        <div class="row">
          {stoppable && !isAway.value ? (
            <StopButton id={taskId} title={title} onStopped={() => void readTasks()} />
          ) : null}
          {waiting && threadId !== null && !isAway.value ? (
            <a class="small" href={placeOfThread(threadId)} aria-label={visible(said.answerNamed(title))}>
              {said.answer}
            </a>
          ) : null}
          {claimed ? (
            <button
              type="button"
              class="small"
              aria-label={visible(said.markDoneNamed(title))}
              onClick={() => {
                // The button goes away.
                tick.current?.focus();
                void setDone(task, true);
              }}
            >
              {said.markDone}
            </button>
          ) : null}
          {running || isDone ? null : (
            <button
              type="button"
              class="small"
              aria-label={visible(give.named)}
              onClick={() => void giveToAgent(task)}
            >
              {give.text}
            </button>
          )}
          {threadId === null || (waiting && !isAway.value) ? null : (
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
      {opened.value === 'add' ? <AddTask parent={task} onDone={() => void close()} /> : null}
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

/** What the agent said at its end: its beginning, and all of it on demand. */
function Report({ text }: { text: string }): VNode {
  const beginning = beginningOf(text);
  return (
    <div class="report">
      <p class="hint">{said.report}</p>
      {beginning.isAll ? (
        <Markdown key={text} text={text} isOpen={false} />
      ) : (
        <>
          <div class="beginning">
            <Markdown key={beginning.text} text={beginning.text} isOpen={false} />
          </div>
          <details>
            <summary>{said.wholeReport}</summary>
            <Markdown key={text} text={text} isOpen={false} />
          </details>
        </>
      )}
    </div>
  );
}
