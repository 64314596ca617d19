import { signal } from '@preact/signals';
import { engine } from '../engine/client.ts';
import { told, toldOf } from '../engine/failure.ts';
import { say } from '../app/notices.ts';
import { speechWords as said } from '#words/speech.ts';
import { player, type Player } from './player.ts';

/** What is read aloud now, by an object of its own for each; null if nothing is. */
export const speaking = signal<object | null>(null);

let left = new AbortController();

/** Ends what is read aloud. The engine ends its call, so that no more is paid for. */
export function hush(): void {
  left.abort();
  speaking.value = null;
}

/** Reads a text aloud; what was read before ends. A failure is told. Never rejects. */
export async function readAloud(who: object, text: string): Promise<void> {
  hush();
  const mine = new AbortController();
  left = mine;
  speaking.value = who;
  let playing: Player | null = null;
  mine.signal.addEventListener('abort', () => playing?.stop());
  try {
    const { events } = await engine['speech.speak']({ body: { text }, signal: mine.signal });
    for await (const event of events) {
      if (event.type === 'audio') {
        playing ??= player(event.data.mime);
        playing.add(bytesOf(event.data.base64));
      } else if (event.type === 'error') say(toldOf(event.data));
    }
    await playing?.end().catch(() => say(said.cannotPlay));
  } catch (error) {
    if (!mine.signal.aborted) say(told(error));
  } finally {
    if (left === mine) speaking.value = null;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
