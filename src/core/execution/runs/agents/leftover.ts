import type { AgentEvent } from '../../../instance/agents/model.ts';
import type { RunWrite } from '../store.ts';
import { addUsage, noUsage } from '../../../ports/model.ts';
import type { RunEvent, RunEventData } from '../events.ts';
import type { CallBegun, Run, RunError } from '../model.ts';
import { agentResultEvent } from './agent-log.ts';

type ToolResult = Extract<RunEventData, { type: 'tool_result' }>['data'];

const agentEvents = (events: readonly RunEvent[]): readonly AgentEvent[] =>
  events.flatMap((event) => (event.type === 'subagent' ? [event.data] : []));

/** Worst-case cost in US dollars of this caller's unfinished call; 0 if it has none. */
export const costOfBegun = (callerId: string, calls: readonly CallBegun[]): number =>
  calls.find((call) => call.callerId === callerId)?.worstUsd ?? 0;

/** The event for the result of a call: a `subagent` event if a sub-agent made the call. */
export function resultEvents(
  results: readonly ToolResult[],
  events: readonly RunEvent[],
): readonly RunEventData[] {
  const ofAgents = new Map(
    agentEvents(events).flatMap((event) => (event.event === 'tool_call' ? [[event.toolCallId, event]] : [])),
  );
  return results.map((result): RunEventData => {
    const call = ofAgents.get(result.toolCallId);
    return call ? agentResultEvent(call, result) : { type: 'tool_result', data: result };
  });
}

/**
 * What to write for sub-agents that were cut off with their run: their end and their cost, which is that of their
 * finished turns plus the worst case of a call under way. Their work is not resumed.
 */
export function leftAgents(
  { runId, threadId, startedBy: { personId } }: Run,
  events: readonly RunEvent[],
  callsBegun: readonly CallBegun[],
  error: RunError,
  now: number,
): { readonly events: readonly RunEventData[]; readonly changes: readonly RunWrite[] } {
  const all = agentEvents(events);
  const ended = new Set(all.flatMap(({ event, agentId }) => (event === 'ended' ? [agentId] : [])));
  const left = all.flatMap((begun) => {
    if (begun.event !== 'started' || ended.has(begun.agentId)) return [];
    const { agentId, name, model, provider } = begun;
    const turns = all.flatMap((event) =>
      event.event === 'turn_end' && event.agentId === agentId ? [event] : [],
    );
    const usage = turns.reduce((sum, turn) => addUsage(sum, turn.usage), noUsage);
    const costUsd = turns.reduce((sum, turn) => sum + turn.costUsd, costOfBegun(agentId, callsBegun));
    return [{ agent: { agentId, name, model, turns: turns.length, usage, costUsd }, provider }];
  });
  return {
    events: left.map(({ agent }): RunEventData => {
      return {
        type: 'subagent',
        data: { ...agent, event: 'ended', outcome: 'aborted', durationMs: 0 },
      };
    }),
    changes: left.map(({ agent: { agentId, model, usage, costUsd }, provider }): RunWrite => {
      const about = { purpose: 'subagent', outcome: 'failed', threadId, runId, personId, error } as const;
      const call = {
        ...about,
        sideCallId: agentId,
        model,
        provider,
        usage,
        costUsd,
        priceKnown: costUsd === 0,
        createdAt: now,
      };
      return { change: 'side-call.end', call };
    }),
  };
}
