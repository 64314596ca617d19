import { signal } from '@preact/signals';

const KEY = 'svc.token';

/** What the login dialog shows; null while it is closed. */
export const asking = signal<{ readonly wasWrong: boolean } | null>(null);

let waiting: { promise: Promise<void>; resolve: () => void } | null = null;

export const bearer = (): string | null => sessionStorage.getItem(KEY);

/** Resolves when the person has given another token than the one that was refused. */
export async function loggedIn(refused: string | null): Promise<void> {
  if (bearer() !== refused) return;
  waiting ??= Promise.withResolvers<void>();
  asking.value = { wasWrong: refused !== null };
  await waiting.promise;
}

export function logIn(token: string): void {
  sessionStorage.setItem(KEY, token);
  asking.value = null;
  waiting?.resolve();
  waiting = null;
}
