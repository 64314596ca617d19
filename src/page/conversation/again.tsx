import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { model } from '../app/model.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { ownTask } from '../parts/own-task.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { conversationWords } from '#words/conversation.ts';
import { conversation } from './current.ts';
import { profileOf, profiles } from './profiles.ts';
import type { RunModel } from './run-model.ts';

const said = conversationWords;

/**
 * Under the last run: the same task once more after a failure, or another version of the answer. After a failure it follows
 * what was done, because the model must see that before it does it again.
 */
export function Again({ run }: { run: RunModel }): VNode | null {
  const wrong = useSignal('');
  const isBusy = conversation.running.value !== null || run.isRunning.value;
  if (isBusy || conversation.runs.value.at(-1) !== run) return null;
  const canRepeat = run.error.value?.retryable === true;
  const isOver = run.error.value !== null || run.end.value !== null;
  // Where only the demo answers, another try would be the same.
  const canVary = isOver && model.value?.isDemoOnly !== true;
  if (!canRepeat && !canVary) return null;
  if (run.taskText === null) return null;
  // The person follows this one.
  const task = ownTask(run.taskText);
  const files = run.taskFiles;
  const attempt = async (work: () => Promise<void>) => {
    wrong.value = '';
    document.getElementById('task')?.focus();
    await work().catch((error: unknown) => (wrong.value = told(error)));
  };
  const profile = profileOf(conversation.threadId.value);
  return (
    <div class="row again">
      {canRepeat ? (
        <button type="button" onClick={() => void attempt(() => conversation.send({ task, profile, files }))}>
          {appWords.tryAgain}
        </button>
      ) : null}
      {canVary && !canRepeat ? (
        <button
          type="button"
          class="quiet"
          title={said.againHint}
          onClick={() => void attempt(() => conversation.send({ task, profile, files }, undefined, run))}
        >
          {said.anotherAnswer}
        </button>
      ) : null}
      {(canVary ? profiles.value : []).map((name) => (
        <button
          type="button"
          class="quiet"
          key={name}
          title={said.againHint}
          onClick={() =>
            void attempt(() => conversation.send({ task, profile: name, files }, undefined, run))
          }
        >
          {visible(said.againWith(name))}
        </button>
      ))}
      <Alert text={wrong.value} />
    </div>
  );
}
