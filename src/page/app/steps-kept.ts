import { STEPS, type Step } from './steps-done.ts';

const KEY = 'svc.first-steps-done';

/** The steps that this browser has seen done. */
export const stepsKept = (): ReadonlySet<Step> => {
  const kept = (localStorage.getItem(KEY) ?? '').split(' ');
  return new Set(STEPS.filter((step) => kept.includes(step)));
};

/** None: another engine serves this address now, in which nothing has happened yet. */
export function keepSteps(done: ReadonlySet<Step>): void {
  if (done.size === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, [...done].join(' '));
}
