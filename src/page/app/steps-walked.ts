import { signal } from '@preact/signals';

const KEY = 'svc.first-steps-thread';
const kept = localStorage.getItem(KEY);

/**
 * The conversation that the first steps lead through; its id is not known before the first one has begun it. Kept in this
 * browser.
 */
export const walked = signal<{ readonly threadId: string | null } | null>(
  kept === null ? null : { threadId: kept },
);

/** The steps go on in this conversation, and are shown in no other one. */
export const walkIn = (threadId: string | null): void => {
  walked.value = { threadId };
  if (threadId !== null) localStorage.setItem(KEY, threadId);
};
