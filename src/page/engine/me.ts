import { computed, signal } from '@preact/signals';
import type { AnswerOf } from '../../contract/client.ts';
import type { httpRows } from '../../contract/http/rows.ts';

export type Me = AnswerOf<(typeof httpRows)['me.get']>;

/** Who is signed in; null where nobody signs in, as for one person alone: everything is theirs. */
export const me = signal<Me | null>(null);

/** Somebody whom the owner let in: what belongs to the engine itself is not shown to them. */
export const isMember = computed(() => me.value?.role === 'member');

/** Whether this person has it. The engine decides that; here it only spares them what it would refuse. */
export const isTheirs = ({ who }: { readonly who: 'owner' | 'person' }): boolean =>
  who === 'person' || !isMember.value;
