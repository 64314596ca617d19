import { computed, signal } from '@preact/signals';
import { unconfirmed } from '../automation/triggers.ts';
import type { Asked } from '../conversation/run-items.ts';
import { engine, type Answer, type Thread } from '../engine/client.ts';
import { threads } from '../threads/thread-list.ts';
import { triggerNotices } from './notices.ts';

/** The engine's largest page. */
const LARGEST = 200;

export type WaitingPrompt = Answer<'prompts.list'>['prompts'][number];

/** The questions of all threads, oldest first. */
export const questions = signal<readonly WaitingPrompt[]>([]);
export const toReview = computed(() =>
  threads.value.filter(
    ({ pendingChangeset, activeRunId }) => pendingChangeset !== null && activeRunId === null,
  ),
);
export const waitingCount = computed(
  () =>
    questions.value.length + toReview.value.length + unconfirmed.value.length + triggerNotices.value.length,
);

export async function refreshWaiting(): Promise<void> {
  try {
    ({ prompts: questions.value } = await engine['prompts.list']({ query: { limit: LARGEST } }));
  } catch {
    // The next event asks again.
  }
}

/** Whether the questions that are known are out of date for this thread. */
export function hasNewQuestions({ threadId, pendingPrompt }: Thread): boolean {
  const known = questions.value.filter((one) => one.threadId === threadId);
  if (pendingPrompt === null) return known.length > 0;
  return !known.some(({ promptId }) => promptId === pendingPrompt.promptId);
}

/** The question as its card shows it. */
export const askedIn = ({ name, key_type: keyType = '', hosts = [], ...prompt }: WaitingPrompt): Asked => ({
  ...prompt,
  questions: prompt.questions,
  secret: name === undefined ? null : { name, keyType, hosts },
});
