import { signal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { model } from './model.ts';
import { followStepFacts } from './steps-facts.ts';
import { walked, walkIn } from './steps-walked.ts';

const KEY = 'svc.first-steps';

/** Whether the first steps are shown while no model is connected. Kept in this browser. */
export const areStepsDismissed = signal(localStorage.getItem(KEY) === 'dismissed');

export function dismissSteps(isDismissed: boolean): void {
  areStepsDismissed.value = isDismissed;
  if (isDismissed) localStorage.setItem(KEY, 'dismissed');
  else localStorage.removeItem(KEY);
}

type Shown = ComponentType<{ isNew: boolean; onDismiss: () => void }>;
const Steps = signal<{ readonly component: Shown } | null>(null);

/**
 * The first steps while the demo model answers; not loaded once it is known that another one does. In a new conversation they are below its
 * welcome, and in the one that they lead through below its end.
 * @param threadId null for a new conversation
 */
export function FirstStepsSlot({ threadId }: { threadId: string | null }): VNode | null {
  const isNew = threadId === null;
  const walk = walked.value;
  const isHere = isNew || (walk !== null && (walk.threadId ?? threadId) === threadId);
  useEffect(() => {
    if (isHere && !isNew) walkIn(threadId);
  }, [isHere, threadId]);
  const mayCome = isHere && model.value?.isDemo !== false && !areStepsDismissed.value;
  const isShown = mayCome && model.value !== null;
  // Before it is known whether the demo answers: else they are on the screen later by three answers.
  useEffect(() => (mayCome ? followStepFacts() : undefined), [mayCome]);
  useEffect(() => {
    if (mayCome && Steps.value === null)
      import('./first-steps.tsx').then(
        ({ FirstSteps }) => (Steps.value = { component: FirstSteps }),
        () => undefined,
      );
  }, [mayCome]);
  if (!mayCome) return null;
  const loaded = Steps.value;
  return isShown && loaded !== null ? (
    <loaded.component isNew={isNew} onDismiss={() => dismissSteps(true)} />
  ) : null;
}
