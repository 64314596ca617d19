// Room: handing over one thing to another person, which both of them want: who has it offers it, and who gets it says yes.

import type { PersonId } from '../../kernel/ids.ts';

/** What can be handed over by itself. All of somebody's goes with their removal. */
export const handoverKinds = ['thread', 'trigger', 'workflow'] as const;
export type HandoverKind = (typeof handoverKinds)[number];

/** An offer that waits for the yes of who would get it. Of one thing there is one at a time. */
export interface Handover {
  readonly handoverId: string;
  readonly kind: HandoverKind;
  /** Of the thread, the trigger or the workflow. */
  readonly thingId: string;
  readonly from: PersonId;
  readonly to: PersonId;
  readonly createdAt: number;
}

/**
 * How somebody gets what another's words tell to do: it may nothing, and begins nothing by itself, until whose it is now has
 * confirmed it.
 */
export const AS_RECEIVED = {
  permissions: { tools: [], hosts: [], folders: [] },
  enabled: false,
  confirmedAt: null,
  nextDueAt: null,
} as const;
