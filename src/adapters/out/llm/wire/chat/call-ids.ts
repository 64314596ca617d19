import type { ToolCallId } from '../../../../../core/kernel/ids.ts';

/** Our ids of tool calls as a server takes them. */
export interface WireIds {
  of(id: ToolCallId): string;
}

/**
 * Most servers take any id; the EU provider wants exactly nine letters and digits. Those are counted in the order in
 * which the calls appear in the conversation, so that a conversation that went on says the same of its beginning.
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
