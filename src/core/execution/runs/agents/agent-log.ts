import type { AgentEvent } from '../../../instance/agents/model.ts';
import { agentLimits } from '../../../instance/agents/limits.ts';
import type { ToolCallId } from '../../../kernel/ids.ts';
import type { Durability } from '../../../ports/journal.ts';
import type { CallProgress } from '../../../ports/tools.ts';
import type { RunWrite } from '../store.ts';
import type { NewMessage } from '../../../conversation/threads/model.ts';
import type { RunEventData } from '../events.ts';
import type { WorkerLog } from '../loop/worker.ts';
import type { RunLog } from '../run-log.ts';

export interface AgentLogDeps {
  readonly log: Pick<RunLog, 'soon' | 'record' | 'progressed'>;
  /** Called when it starts waiting for a person, and when it stops. */
  readonly waits: (isWaiting: boolean) => void;
}

/**
 * The log of a sub-agent's loop, written into the log of its run. Its tool calls are recorded as calls of the run under
 * its name, its events become `subagent` events, and its questions go to the readers of the run. Its messages are kept
 * here, not in the thread.
 */
export class AgentLog implements WorkerLog {
  readonly #who: Pick<AgentEvent, 'agentId' | 'name'>;
  readonly #deps: AgentLogDeps;
  #isWaiting = false;
  /** Its last text; empty if it wrote none. */
  said = '';
  turns = 0;
  /** The messages of its conversation after its task. */
  readonly heard: Pick<NewMessage, 'role' | 'content'>[] = [];

  constructor(who: Pick<AgentEvent, 'agentId' | 'name'>, deps: AgentLogDeps) {
    this.#who = who;
    this.#deps = deps;
  }

  delta(): void {
    // Streamed text is not shown: several sub-agents may write at once.
  }

  progressed(toolCallId: ToolCallId, progress: CallProgress): void {
    this.#deps.log.progressed(toolCallId, progress);
  }

  soon(events: readonly RunEventData[], changes: readonly RunWrite[]): void {
    this.#deps.log.soon(this.events(events), this.changes(changes));
  }

  async record(
    events: readonly RunEventData[],
    changes: readonly RunWrite[] = [],
    durability?: Durability,
  ): Promise<void> {
    const isAsking = events.some(({ type }) => type === 'prompt' || type === 'secret_prompt');
    if (!isAsking) this.#wait(false);
    await this.#deps.log.record(this.events(events), this.changes(changes), durability);
    if (isAsking) this.#wait(true);
  }

  events(events: readonly RunEventData[]): readonly RunEventData[] {
    return events.flatMap((event) => this.#eventsOfAgent(event));
  }

  changes(changes: readonly RunWrite[]): readonly RunWrite[] {
    return changes.flatMap((change) => this.#changesOfRun(change));
  }

  #wait(isWaiting: boolean): void {
    if (this.#isWaiting === isWaiting) return;
    this.#isWaiting = isWaiting;
    this.#deps.waits(isWaiting);
  }

  #eventsOfAgent(event: RunEventData): readonly RunEventData[] {
    switch (event.type) {
      case 'tool_call': {
        const { toolCallId, name: tool, input } = event.data;
        return [{ type: 'subagent', data: { ...this.#who, event: 'tool_call', toolCallId, tool, input } }];
      }
      case 'tool_result':
        return [agentResultEvent(this.#who, event.data)];
      case 'turn_end': {
        const { usage, costUsd } = event.data;
        this.turns += 1;
        return [{ type: 'subagent', data: { ...this.#who, event: 'turn_end', usage, costUsd } }];
      }
      case 'prompt':
      case 'secret_prompt':
        return [event];
      default:
        return [];
    }
  }

  #changesOfRun(change: RunWrite): readonly RunWrite[] {
    switch (change.change) {
      // Its messages stay out of the thread.
      case 'message.append': {
        const { role, content } = change.message;
        this.heard.push({ role, content });
        const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        if (role === 'assistant' && text.trim() !== '') this.said = text;
        return [];
      }
      default:
        return [change];
    }
  }
}

export function agentResultEvent(
  who: Pick<AgentEvent, 'agentId' | 'name'>,
  { toolCallId, name, output, success }: Extract<RunEventData, { type: 'tool_result' }>['data'],
): RunEventData {
  const maxChars = agentLimits.eventChars;
  const beginning = output.length > maxChars ? `${output.slice(0, maxChars).toWellFormed()}…` : output;
  const { agentId, name: agent } = who;
  return {
    type: 'subagent',
    data: { agentId, name: agent, event: 'tool_result', toolCallId, tool: name, output: beginning, success },
  };
}
