import type { AnyChange } from '../../ports/journal.ts';
import { touchedBy, type Touch } from './touched.ts';

type Listener = (touches: readonly Touch[]) => void;

/** Tells what was touched by changes that are on disk. Costs nothing while no one listens. */
export class ThreadNews {
  #listener: Listener | null = null;

  /** Tell it what was just written, once. */
  committed(changes: readonly AnyChange[]): void {
    if (!this.#listener) return;
    const touches = touchedBy(changes);
    if (touches.length > 0) this.#listener(touches);
  }

  /** One listener at a time; it must not throw. */
  listen(listener: Listener): void {
    this.#listener = listener;
  }

  leave(): void {
    this.#listener = null;
  }
}
