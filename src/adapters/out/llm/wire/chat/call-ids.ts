import type { ToolCallId } from '../../../../../core/kernel/ids.ts';

/** Maps the engine's ids of tool calls to ids that a server accepts. */
export interface WireIds {
  of(id: ToolCallId): string;
}

/**
 * Most servers accept any id; the EU provider requires exactly nine letters and digits. Those are numbered in the order
 * of the calls in the conversation, so that a longer conversation keeps the ids of its beginning.
 */
export function idsFor(isEuProvider: boolean): WireIds {
  if (!isEuProvider) return { of: (id) => id };
  const known = new Map<ToolCallId, string>();
  return {
    of: (id) => {
      const wireId = known.get(id) ?? `call${known.size.toString(36).padStart(5, '0')}`;
      known.set(id, wireId);
      return wireId;
    },
  };
}
