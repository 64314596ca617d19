import type { VNode } from 'preact';
import { placeOfThread } from '../app/place.ts';
import { moment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { QuestionCard } from '../waiting/question-card.tsx';
import { askedIn, questions } from '../waiting/waiting.ts';
import { hostWords as said } from '#words/hosts.ts';
import { stop, type ToolRun } from './runs.ts';

/** One run of a host. Its name and its task are the host's words. */
export function HostRun({ run }: { run: ToolRun }): VNode {
  const { task, status, waiting, threadId, createdAt } = run;
  const isRunning = status === 'running';
  const name = visible(task);
  const asked = questions.value.find((one) => one.threadId === threadId);
  return (
    <article class="card" aria-label={name}>
      <p class="task" dir="auto">
        {name}
      </p>
      <p class="facts">
        <span class={`state ${status}`}>
          {isRunning && waiting ? said.waiting : (said.states[status] ?? status)}
        </span>
        <span class="hint" dir="auto">
          {visible(said.from(run.client, run.principal))}
        </span>
        <span class="hint">{moment(createdAt)}</span>
      </p>
      {threadId !== null && asked ? <QuestionCard prompt={askedIn(asked)} threadId={threadId} /> : null}
      {threadId === null ? (
        <p class="hint">{said.noThread}</p>
      ) : (
        <p class="row">
          <a href={placeOfThread(threadId)} aria-label={visible(said.openNamed(task))}>
            {said.open}
          </a>
          {isRunning ? (
            <button
              type="button"
              class="quiet"
              aria-label={visible(said.stopNamed(task))}
              onClick={() => void stop(run)}
            >
              {said.stop}
            </button>
          ) : null}
        </p>
      )}
    </article>
  );
}
