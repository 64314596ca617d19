import type { RunEvent } from '../runs/store.ts';
import { toolRunLimits } from './limits.ts';

/** What a run does, in words, and which tools it has used: a function of its events, in order. */
export class Progress {
  #activity = 'starting';
  readonly #tools: string[] = [];
  readonly #open = new Map<string, string>();

  add(event: RunEvent): void {
    switch (event.type) {
      case 'thinking':
        this.#activity = 'thinking';
        return;
      case 'text':
        this.#activity = 'writing';
        return;
      case 'tool_call':
        this.#tools.push(event.data.name);
        if (this.#tools.length > toolRunLimits.statusHistory) this.#tools.shift();
        this.#open.set(event.data.toolCallId, event.data.name);
        this.#activity = this.#usingTools();
        return;
      case 'tool_result':
        this.#open.delete(event.data.toolCallId);
        this.#activity = this.#open.size > 0 ? this.#usingTools() : `${event.data.name} is done`;
        return;
      case 'retry':
        this.#activity = 'waiting to try the model again';
        return;
      case 'subagent':
        this.#activity = 'waiting for sub-agents';
        return;
      case 'turn_end':
        if (this.#open.size === 0) this.#activity = 'thinking';
        return;
      default:
    }
  }

  /** What it does now. */
  get activity(): string {
    return this.#activity;
  }

  /** The names of the tools, in the order of the calls: the last ones. */
  get tools(): readonly string[] {
    return this.#tools;
  }

  #usingTools(): string {
    return `using ${[...new Set(this.#open.values())].join(', ')}`;
  }
}
