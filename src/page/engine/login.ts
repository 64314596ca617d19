import { signal } from '@preact/signals';

/** Whether the page asks the person to log in. */
export const isAsking = signal(false);

let waiting: PromiseWithResolvers<void> | null = null;

/** Resolves when this browser is logged in. */
export async function loggedIn(): Promise<void> {
  waiting ??= Promise.withResolvers<void>();
  isAsking.value = true;
  await waiting.promise;
}

/** This browser is logged in, here or in another tab. */
export function letIn(): void {
  isAsking.value = false;
  waiting?.resolve();
  waiting = null;
}
