import { signal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { model } from './model.ts';

const KEY = 'svc.first-steps';

/** Whether the first steps are shown while no model is connected. Kept in this browser. */
export const areStepsDismissed = signal(localStorage.getItem(KEY) === 'dismissed');

export function dismissSteps(isDismissed: boolean): void {
  areStepsDismissed.value = isDismissed;
  if (isDismissed) localStorage.setItem(KEY, 'dismissed');
  else localStorage.removeItem(KEY);
}

const Steps = signal<{ readonly component: ComponentType } | null>(null);

/** The first steps while the demo model answers, loaded only then. */
export function FirstStepsSlot(): VNode | null {
  const isShown = model.value?.isDemo === true && !areStepsDismissed.value;
  useEffect(() => {
    if (isShown && Steps.value === null)
      import('./first-steps.tsx').then(
        ({ FirstSteps }) => (Steps.value = { component: FirstSteps }),
        () => undefined,
      );
  }, [isShown]);
  const loaded = Steps.value;
  return isShown && loaded !== null ? <loaded.component /> : null;
}
