import type { RunId } from '../../kernel/ids.ts';
import { runLimits } from '../runs/limits.ts';
import type { RunEvent } from '../runs/store.ts';
import { EventLog } from './event-log.ts';
import { Progress } from './progress.ts';
import type { ToolRunStore } from './store.ts';
import type { TextBuffers } from './text-buffers.ts';

/** What the events of one run come to, as far as they have been read. */
export class FoldedRun {
  readonly #runId: RunId;
  readonly #texts: TextBuffers;
  readonly log = new EventLog();
  readonly progress = new Progress();
  #lastId = 0;
  #isNewTurn = false;
  /** The final text; null until there is one. */
  answer: string | null = null;

  constructor(runId: RunId, texts: TextBuffers) {
    this.#runId = runId;
    this.#texts = texts;
  }

  /** Reads what has been stored since. Calls must not overlap. */
  async catchUp(store: Pick<ToolRunStore, 'events'>): Promise<void> {
    for (;;) {
      const { events, isAll } = await store.events(this.#runId, this.#lastId, runLimits.replayEvents);
      for (const { event, at } of events) this.#add(event, at);
      if (isAll) return;
    }
  }

  #add(event: RunEvent, at: number): void {
    this.#lastId = event.id;
    this.log.add(event, at);
    this.progress.add(event);
    if (event.type === 'text') {
      // The texts of two turns are two paragraphs.
      const gap = this.#isNewTurn && !this.#texts.isEmpty(this.#runId) ? '\n\n' : '';
      this.#isNewTurn = false;
      this.#texts.add(this.#runId, gap + event.data.text);
    }
    if (event.type === 'turn_end') this.#isNewTurn = true;
    if (event.type === 'done' && event.data.stopReason !== 'aborted') this.answer = event.data.text;
  }
}
