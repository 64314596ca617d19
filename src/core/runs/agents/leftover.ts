import type { AgentEvent } from '../../agents/model.ts';
import type { RunWrite } from '../changes.ts';
import { addUsage, noUsage } from '../../ports/model.ts';
import type { RunEvent, RunEventData } from '../events.ts';
import type { CallBegun, Run, RunError } from '../model.ts';
import { agentResultEvent } from './agent-log.ts';

type ToolResult = Extract<RunEventData, { type: 'tool_result' }>['data'];

const agentEvents = (events: readonly RunEvent[]): readonly AgentEvent[] =>
  events.flatMap((event) => (event.type === 'subagent' ? [event.data] : []));

/** US dollars that the call of this caller may have cost which had begun and was not over; 0 without one. */
export const costOfBegun = (callerId: string, calls: readonly CallBegun[]): number =>
  calls.find((call) => call.callerId === callerId)?.worstUsd ?? 0;

/** The outcome of a call, told as it would have been: of a sub-agent's call, as that of a sub-agent. */
export function resultEvent(result: ToolResult, events: readonly RunEvent[]): RunEventData {
  const call = agentEvents(events).find(
    (event) => event.event === 'tool_call' && event.toolCallId === result.toolCallId,
  );
  return call ? agentResultEvent(call, result) : { type: 'tool_result', data: result };
}

/**
 * What to write of sub-agents that their run did not outlive: their end, and what the turns that they had
 * made cost, with the most that a call under way may have. Nothing of their work is taken up again.
 */
export function leftAgents(
  { runId, threadId }: Run,
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
      const about = { purpose: 'subagent', outcome: 'failed', threadId, runId, error } as const;
      const call = { ...about, sideCallId: agentId, model, provider, usage, costUsd, createdAt: now };
      return { change: 'side-call.end', call };
    }),
  };
}
