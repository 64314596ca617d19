import type { JsonObject } from '../../kernel/json.ts';
import type { RunEvent } from '../runs/store.ts';
import { forPerson } from '../../trust/untrusted/untrusted.ts';
import { beginning } from './beginning.ts';
import { toolRunLimits } from './limits.ts';
import type { ToolEvent } from './model.ts';
import { shownInput } from './shown-input.ts';

/** Events after a cursor. */
export interface EventsAfter {
  readonly events: readonly ToolEvent[];
  /** That of the last one, or the cursor that was sent: it never goes back. */
  readonly nextCursor: number;
  /** Set when events after the cursor have been dropped. */
  readonly eventsDropped?: true;
  readonly oldestId?: number;
}

/** Text or thinking that has not become an event yet. */
interface Gathered {
  readonly text: string;
  readonly id: number;
  readonly at: number;
}

/**
 * The event log of one run as hosts see it (specification › Events › Tool-server event log). It depends only on the events
 * of the run, in order: after a restart it is the same, with the same ids. An event that stands for several has the id of
 * the last of them.
 */
export class EventLog {
  #kept: ToolEvent[] = [];
  /** The newest event that has been dropped. */
  #droppedId = 0;
  #text: Gathered | null = null;
  #thinking: Gathered | null = null;
  #hasThoughtInTurn = false;

  /** The next event of the run, and when it was stored, in milliseconds since the epoch. */
  add(event: RunEvent, at: number): void {
    const { id } = event;
    switch (event.type) {
      case 'thinking':
        if (event.data.replacesText) this.#text = null;
        // What is not shown is not gathered.
        if (!this.#hasThoughtInTurn) {
          const text = (this.#thinking?.text ?? '') + event.data.summary;
          this.#thinking = { text: beginning(text, toolRunLimits.thinkingChars), id, at };
        }
        return;
      case 'text':
        this.#flushThinking();
        this.#text = { text: (this.#text?.text ?? '') + event.data.text, id, at };
        if (this.#text.text.length > toolRunLimits.textChunkChars) this.#flushText();
        return;
      case 'tool_call':
        return this.#put(id, at, 'tool_call', {
          name: event.data.name,
          ...shownInput(event.data.input),
        });
      case 'tool_result': {
        const { name, success, output } = event.data;
        const preview = beginning(forPerson(output), toolRunLimits.previewChars);
        return this.#put(id, at, 'tool_result', { name, success, preview });
      }
      case 'turn_end':
        this.#put(id, at, 'turn_end', { stop_reason: event.data.stopReason });
        this.#hasThoughtInTurn = false;
        return;
      case 'continuation': {
        const { iteration, max } = event.data;
        return this.#put(id, at, 'continuation', { iteration, max });
      }
      case 'error':
        return this.#put(id, at, 'error', { message: event.data.error });
      case 'done':
        return this.#flush();
      default:
    }
  }

  after(cursor: number): EventsAfter {
    const events = this.#kept.filter(({ id }) => id > cursor);
    const nextCursor = Math.max(cursor, events.at(-1)?.id ?? 0);
    const [oldest] = this.#kept;
    return cursor < this.#droppedId && oldest
      ? { events, nextCursor, eventsDropped: true, oldestId: oldest.id }
      : { events, nextCursor };
  }

  #put(id: number, at: number, type: ToolEvent['type'], data: JsonObject): void {
    this.#flush();
    this.#keep({ id, type, timestamp: at, data });
  }

  #flush(): void {
    this.#flushThinking();
    this.#flushText();
  }

  #flushThinking(): void {
    const thought = this.#thinking;
    if (thought === null) return;
    this.#thinking = null;
    this.#hasThoughtInTurn = true;
    this.#keep({ id: thought.id, type: 'thinking', timestamp: thought.at, data: { summary: thought.text } });
  }

  #flushText(): void {
    const chunk = this.#text;
    if (chunk === null) return;
    this.#text = null;
    this.#keep({ id: chunk.id, type: 'text_chunk', timestamp: chunk.at, data: { text: chunk.text } });
  }

  #keep(event: ToolEvent): void {
    this.#kept.push(event);
    while (this.#kept.length > toolRunLimits.events) this.#droppedId = this.#kept.shift()?.id ?? 0;
  }
}
