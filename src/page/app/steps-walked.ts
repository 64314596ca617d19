import { signal } from '@preact/signals';

/** The conversation that the first steps lead through; its id is not known before the first one has begun it. */
export const walked = signal<{ readonly threadId: string | null } | null>(null);

/** The steps go on in this conversation, and are shown in no other one. */
export const walkIn = (threadId: string | null): void => {
  walked.value = { threadId };
};
