import type { RunId } from '../../kernel/ids.ts';
import { MIB } from '../../kernel/bytes.ts';
import { toolRunLimits } from './limits.ts';

interface Piece {
  readonly text: string;
  readonly bytes: number;
}

interface Buffer {
  pieces: Piece[];
  bytes: number;
  /** The limit because of which its beginning was dropped. */
  dropped: 'own' | 'all' | null;
}

const encoder = new TextEncoder();
const { textBytes, allTextBytes } = toolRunLimits;

/** The text of the tracked runs, as far as the limits let it be kept: the oldest is dropped first. */
export class TextBuffers {
  /** In the order in which they began. */
  readonly #buffers = new Map<RunId, Buffer>();
  readonly #hasEnded: (runId: RunId) => boolean;
  #bytes = 0;

  constructor(hasEnded: (runId: RunId) => boolean) {
    this.#hasEnded = hasEnded;
  }

  add(runId: RunId, text: string): void {
    if (text === '') return;
    const buffer = this.#buffers.get(runId) ?? { pieces: [], bytes: 0, dropped: null };
    this.#buffers.set(runId, buffer);
    const bytes = encoder.encode(text).length;
    buffer.pieces.push({ text, bytes });
    buffer.bytes += bytes;
    this.#bytes += bytes;
    // The newest piece always stays.
    while (buffer.bytes > textBytes && buffer.pieces.length > 1) this.#drop(buffer, 'own');
    if (this.#bytes > allTextBytes) this.#makeRoom(runId);
  }

  /** The text; if its beginning was dropped, a first line says so. */
  of(runId: RunId): { readonly text: string; readonly truncated: boolean } {
    const { pieces, dropped } = this.#buffers.get(runId) ?? { pieces: [], dropped: null };
    const text = pieces.map((piece) => piece.text).join('');
    return dropped === null
      ? { text, truncated: false }
      : { text: `${DROPPED[dropped]}\n${text}`, truncated: true };
  }

  isEmpty(runId: RunId): boolean {
    return !this.#buffers.has(runId);
  }

  forget(runId: RunId): void {
    this.#bytes -= this.#buffers.get(runId)?.bytes ?? 0;
    this.#buffers.delete(runId);
  }

  /** Drops text of finished runs first, then of others, and last of the one that goes on. */
  #makeRoom(writing: RunId): void {
    const others = [...this.#buffers.keys()].filter((one) => one !== writing);
    const ended = others.filter((one) => this.#hasEnded(one));
    for (const runId of [...ended, ...others.filter((one) => !ended.includes(one)), writing]) {
      const buffer = this.#buffers.get(runId);
      const least = runId === writing ? 1 : 0;
      while (buffer && this.#bytes > allTextBytes && buffer.pieces.length > least) this.#drop(buffer, 'all');
    }
  }

  #drop(buffer: Buffer, why: 'own' | 'all'): void {
    const bytes = buffer.pieces.shift()?.bytes ?? 0;
    buffer.bytes -= bytes;
    this.#bytes -= bytes;
    buffer.dropped = why;
  }
}

const DROPPED = {
  own: `[The beginning of this text was dropped: a run keeps ${textBytes / MIB} MB.]`,
  all: `[The beginning of this text was dropped: all runs together keep ${allTextBytes / MIB} MB.]`,
} as const;
