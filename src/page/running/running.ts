import { computed, signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { isAway } from '../engine/away.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';

export type Piece = Answer<'running.list'>['running'][number];

/** Everything that the engine works on now. */
export const running = signal<readonly Piece[]>([]);
/** The same, as far as is known: nothing is while the engine is away. */
export const known = computed(() => (isAway.value ? [] : running.value));
/** The ids of what was asked to stop, until it has ended. */
export const stopping = signal<ReadonlySet<string>>(new Set());

export async function readRunning(): Promise<void> {
  try {
    ({ running: running.value } = await engine['running.list']());
    const ids = new Set(running.value.map(({ id }) => id));
    const left = [...stopping.peek()].filter((id) => ids.has(id));
    if (left.length < stopping.peek().size) stopping.value = new Set(left);
  } catch {
    // That the engine is away is said above everything; the next event asks again.
  }
}

/** The thread tells that no run of it is active; the next answer of the engine may be a moment away. */
export function endedIn(threadId: string): void {
  const left = running.peek().filter((piece) => piece.of !== 'run' || piece.threadId !== threadId);
  if (left.length < running.peek().length) running.value = left;
}

/** Asks the work of a task, a trigger or a run to stop. It may still come to its end. */
export async function stop(id: string): Promise<void> {
  stopping.value = new Set([...stopping.peek(), id]);
  try {
    await engine['tasks.stop']({ params: { id } });
  } catch (error) {
    stopping.value = new Set([...stopping.peek()].filter((one) => one !== id));
    // It has ended meanwhile.
    if (codeOf(error) !== 'not_running') say(told(error));
  }
  await readRunning();
}
