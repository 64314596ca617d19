import { computed, signal } from '@preact/signals';
import type { Answer } from './client.ts';

export type Me = Answer<'me.get'>;

/** Who is signed in; null where nobody signs in, as for one person alone: everything is theirs. */
export const me = signal<Me | null>(null);

/** Somebody whom the owner let in: what belongs to the engine itself is not shown to them. */
export const isMember = computed(() => me.value?.role === 'member');

/** Reads who is signed in. Nothing is thrown: what a person may do is decided by the engine, not here. */
export async function readMe(): Promise<void> {
  try {
    const response = await fetch('/api/me');
    const read = JSON.parse(await response.text()) as Me;
    if (response.ok) me.value = read.signingIn ? read : null;
  } catch {
    // The requests that follow tell what is wrong.
  }
}
