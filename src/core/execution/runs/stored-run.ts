import type { RunId } from '../../kernel/ids.ts';
import { addUsage, leastKnown, noUsage } from '../../ports/model.ts';
import type { ToolOutcome } from '../../ports/tools.ts';
import { resultOf, transition, type Prompt } from '../../conversation/prompts/model.ts';
import type { RunEvent, RunTotals } from './events.ts';
import { runLimits } from './limits.ts';
import type { ToolCallRecord } from './model.ts';
import type { RunStore } from './store.ts';

// What the store has of a run that no process executes: for its end, and for going on with it.

export async function allEvents(runId: RunId, runs: Pick<RunStore, 'events'>): Promise<readonly RunEvent[]> {
  const all: RunEvent[] = [];
  for (;;) {
    const page = await runs.events(runId, all.at(-1)?.id ?? 0, runLimits.replayEvents);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** By its own finished turns, and by calls that were cut off before it went on. */
export function spentIn(events: readonly RunEvent[]): Omit<RunTotals, 'durationMs'> {
  const turns = events.flatMap((event) => (event.type === 'turn_end' ? [event.data] : []));
  const cutOffUsd = events.reduce(
    (sum, event) => sum + (event.type === 'resumed' ? event.data.costUsd : 0),
    0,
  );
  return {
    usage: turns.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
    costUsd: turns.reduce((sum, { costUsd }) => sum + costUsd, cutOffUsd),
    priceKnown: leastKnown([
      cutOffUsd === 0,
      // Events of earlier versions, and turns of sub-agents, do not tell it.
      ...turns.map(({ priceKnown = false }) => priceKnown),
      ...events.flatMap(({ type, data }) =>
        type === 'subagent' ? [data.event === 'ended' && data.priceKnown === null ? null : false] : [],
      ),
    ]),
  };
}

/** The text of a reply that was cut off: no message has it. */
export function streamedAfterLastTurn(events: readonly RunEvent[]): string {
  const lastTurn = events.findLastIndex(({ type }) => type === 'turn_end' || type === 'resumed');
  const lastThought = events.findLastIndex(({ type, data }) => type === 'thinking' && data.replacesText);
  return events
    .slice(Math.max(lastTurn, lastThought) + 1)
    .map((event) => (event.type === 'text' ? event.data.text : ''))
    .join('');
}

/**
 * What is known of a call: its recorded outcome, or the answer of its owner to what it asked. `not_begun`: its owner had
 * not allowed it yet. Null: it may have been carried out, or not.
 */
export function knownOutcome(
  { output, success, toolCallId, name }: Pick<ToolCallRecord, 'output' | 'success' | 'toolCallId' | 'name'>,
  prompts: readonly Prompt[],
  now: number,
): ToolOutcome | 'not_begun' | null {
  if (output !== null && success !== null) return { output, success };
  // No call waits for an answer any more.
  const asked = prompts.flatMap((prompt) => {
    const left = prompt.toolCallId === toolCallId && transition(prompt, { event: 'withdraw' }, now);
    return left && 'next' in left ? [left.next] : [];
  });
  // Once consent was given, the call began.
  if (asked.findLast(({ promptType }) => promptType === 'consent')?.state === 'expired') return 'not_begun';
  // Other tools may ask something while they work, and the answer is not their result.
  const question = asked.findLast(({ promptType }) => promptType === name);
  return question ? resultOf(question) : null;
}

/** For the model: the result of a call of which nothing more is known. */
export const CUT_OFF = 'This call was cut off. It may have had an effect: check before you repeat it.';
