import type { SaysGiven } from '../engine/said.ts';
import { signal } from '@preact/signals';
import { engine } from '../engine/client.ts';
import { told, toldOf } from '../engine/failure.ts';
import { yourDataWords } from '#words/your-data.ts';

interface Progress {
  readonly phase: string;
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

type Verification = {
  readonly databases: readonly unknown[];
  readonly files: number;
  readonly secrets: number;
  /** The moment that all of it is of. */
  readonly copiedAt: string;
};

/** What is being sent to another machine; null if nothing is. It goes on while another area is shown. */
export const moving = signal<Progress | null>(null);
/** The token of the one that is under way, or that ended badly: after an error it need not be typed again. */
export const moveToken = signal('');
/** How the last one ended. */
export const moved = signal<
  | {
      readonly kind: 'done';
      readonly verification: Verification;
      readonly next: readonly string[];
      readonly says: { readonly next: readonly SaysGiven[] };
    }
  | { readonly kind: 'wrong'; readonly text: string }
  | null
>(null);

/**
 * Begins to send, and resolves once that goes on; the rest is in `moving` and `moved`.
 * @throws what the engine refuses before it sends anything
 */
export async function startMove(body: {
  readonly targetUrl: string;
  readonly migrationToken: string;
}): Promise<void> {
  moved.value = null;
  const { events } = await engine['migration.export']({ body });
  moving.value = { phase: '', name: '', sentBytes: 0, totalBytes: 0 };
  void followed(events);
}

type Events = Awaited<ReturnType<(typeof engine)['migration.export']>>['events'];

async function followed(events: Events): Promise<void> {
  try {
    for await (const event of events) {
      if (event.type === 'progress') moving.value = event.data;
      else if (event.type === 'done') {
        moveToken.value = '';
        moved.value = { kind: 'done', ...event.data };
      } else moved.value ??= { kind: 'wrong', text: toldOf(event.data) };
    }
  } catch (error) {
    moved.value ??= { kind: 'wrong', text: told(error) };
  } finally {
    moving.value = null;
  }
}

/** Nothing changes here, and nothing stays of what was sent. Never rejects. */
export async function stopMove(): Promise<void> {
  try {
    moved.value = { kind: 'wrong', text: yourDataWords.move.stopped };
    await engine['migration.stop']();
  } catch (error) {
    moved.value = { kind: 'wrong', text: told(error) };
  }
}
