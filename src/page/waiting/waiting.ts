import { computed, signal } from '@preact/signals';
import { unconfirmed } from '../automation/triggers.ts';
import type { Asked } from '../conversation/run-items.ts';
import { engine, type Answer, type Thread } from '../engine/client.ts';
import { offers, readOffers } from '../handover/offers.ts';
import { triggerNotices } from './notices.ts';

/** The engine's largest page. */
const LARGEST = 200;

export type WaitingPrompt = Answer<'prompts.list'>['prompts'][number];

/** A question that the end of the engine closed. */
export type LeftPrompt = Answer<'prompts.list'>['left'][number];

/** The questions of all threads, oldest first. */
export const questions = signal<readonly WaitingPrompt[]>([]);
/** What a stop of the engine left open, the newest first: its answer is the next task of its thread. */
export const leftOpen = signal<readonly LeftPrompt[]>([]);
/** Both. */
export const questionCount = computed(() => questions.value.length + leftOpen.value.length);
/** The conversations with changes to review, those of steps of workflows included; the latest first. */
export const toReview = signal<Answer<'changesets.list'>['changesets']>([]);
export const waitingCount = computed(
  () =>
    questionCount.value +
    toReview.value.length +
    unconfirmed.value.length +
    triggerNotices.value.length +
    offers.value.length,
);

export async function refreshWaiting(): Promise<void> {
  try {
    const [{ prompts, left }, { changesets }] = await Promise.all([
      engine['prompts.list']({ query: { limit: LARGEST } }),
      engine['changesets.list']({ query: { limit: LARGEST } }),
      readOffers(),
    ]);
    questions.value = prompts;
    leftOpen.value = left;
    toReview.value = changesets;
  } catch {
    // The next event asks again.
  }
}

/** Whether the questions that are known are out of date for this thread. */
export function hasNewQuestions({ threadId, pendingPrompt, activeRunId }: Thread): boolean {
  if (activeRunId !== null && leftOpen.value.some((one) => one.threadId === threadId)) return true;
  const known = questions.value.filter((one) => one.threadId === threadId);
  if (pendingPrompt === null) return known.length > 0;
  return !known.some(({ promptId }) => promptId === pendingPrompt.promptId);
}

/** Whether the changes to review that are known are out of date for this thread. */
export function hasNewChanges({ threadId, pendingChangeset, activeRunId }: Thread): boolean {
  const known = toReview.value.find((one) => one.threadId === threadId)?.fileCount ?? 0;
  return known !== (activeRunId === null ? (pendingChangeset?.fileCount ?? 0) : 0);
}

/** The same of one that was left open, which waits as long as nothing is done in its thread. */
export const leftIn = ({ questions: several, ...prompt }: LeftPrompt): Asked => ({
  ...prompt,
  questions: several,
  expiresAt: null,
  secret: null,
});

/** The question as its card shows it. */
export const askedIn = ({ name, key_type: keyType = '', hosts = [], ...prompt }: WaitingPrompt): Asked => ({
  ...prompt,
  questions: prompt.questions,
  secret: name === undefined ? null : { name, keyType, hosts },
});
