import { computed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { conversation } from '../conversation/current.ts';
import { told } from '../engine/failure.ts';
import { isMember } from '../engine/me.ts';
import { Icon } from '../parts/icon.tsx';
import { isRead, threads } from '../threads/thread-list.ts';
import { stepWords } from '#words/first-steps.ts';
import './first-steps.css';
import { engineStartedAt } from './model.ts';
import { say, unsay } from './notices.ts';
import { placeOfArea, showThread } from './place.ts';
import { isRemembered, STEPS, stepsDone, type Step } from './steps-done.ts';
import { stepFacts } from './steps-facts.ts';
import { keepSteps, stepsKept } from './steps-kept.ts';
import { walkIn } from './steps-walked.ts';

const said = stepWords;

const NONE: ReadonlySet<Step> = new Set();

/** Null until the engine has told what happened. */
const done = computed((): ReadonlySet<Step> | null => {
  const [facts, startedAt, all] = [stepFacts.value, engineStartedAt.value, threads.value];
  if (facts === null || startedAt === null || !isRead.value) return null;
  const isNew = facts.runs === 0 && all.length === 0;
  return stepsDone({ byTool: facts.byTool, startedAt, threads: all, before: isNew ? NONE : stepsKept() });
});

/** Shows without a model what the engine does, as tasks of the demo model that a person sends with one click. */
export function FirstSteps({ isNew, onDismiss }: { isNew: boolean; onDismiss: () => void }): VNode | null {
  const isOpen = useSignal(isNew);
  const now = done.value;
  useSignalEffect(() => {
    if (changedThread() !== undefined) unsay(said.review.none);
  });
  useEffect(() => {
    if (now !== null) keepSteps(now);
  }, [now]);
  if (now === null) return null;
  const next = STEPS.find((step) => !now.has(step));
  const dismiss = () => {
    onDismiss();
    say(said.dismissed);
  };
  return (
    <details
      class="steps"
      open={isOpen.value}
      onToggle={(event) => (isOpen.value = event.currentTarget.open)}
    >
      <summary>
        <strong>{said.title}</strong>{' '}
        <span class="hint">
          {said.progress(now.size, STEPS.length)}
          {isOpen.value || next === undefined ? '' : ` · ${said.next} ${said[next].title}`}
        </span>
      </summary>
      <div class="inside">
        <div class="connect">
          <p class="hint">{next === undefined ? said.allDone : said.intro}</p>
          {isMember.value ? null : (
            <a class="button primary" href={placeOfArea('settings', 'model')}>
              {said.connect}
            </a>
          )}
        </div>
        <ol>
          {STEPS.map((step) => (
            <li key={step} class={now.has(step) ? 'done' : undefined}>
              <span class="tick">{now.has(step) ? <Icon name="check" /> : null}</span>
              <div>
                <strong>{said[step].title}</strong>
                {now.has(step) ? <span class="unseen"> ({said.done})</span> : null}
                <p class="hint">{said[step].does}</p>
              </div>
              {now.has(step) ? null : (
                <Act
                  step={step}
                  isNext={step === next}
                  // It would cover what the step shows.
                  onAct={() => (isOpen.value = false)}
                />
              )}
            </li>
          ))}
        </ol>
        <div class="row">
          <button type="button" class="quiet" onClick={dismiss}>
            {said.dismiss}
          </button>
        </div>
      </div>
    </details>
  );
}

function Act({ step, isNext, onAct }: { step: Step; isNext: boolean; onAct: () => void }): VNode | null {
  if (step === 'restart') return null;
  const isRecalling = step === 'memory' && isRemembered(stepFacts.value?.byTool ?? []);
  const act = () => {
    // Without a change the next thing to do is another step.
    if (step === 'review') return showChanges() && onAct();
    onAct();
    if (isRecalling) send(said.memory.task2);
    else send(said[step].task);
  };
  return (
    <button
      type="button"
      class={isNext ? 'primary small' : 'small'}
      disabled={step !== 'review' && conversation.running.value !== null}
      onClick={act}
    >
      {isRecalling ? said.memory.act2 : said[step].act}
    </button>
  );
}

/** In the open thread, or in a new one. */
function send(task: string): void {
  walkIn(conversation.threadId.value);
  conversation.send({ task, profile: null, files: [] }).catch((error: unknown) => say(told(error)));
}

/** One with changes to review. */
const changedThread = () => threads.value.find(({ pendingChangeset }) => pendingChangeset !== null);

/** @returns whether there are changes to show */
function showChanges(): boolean {
  const changed = changedThread();
  if (changed === undefined) {
    say(said.review.none);
    return false;
  }
  walkIn(changed.threadId);
  showThread(changed.threadId);
  return true;
}
