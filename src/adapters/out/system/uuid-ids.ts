import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import type { Ids } from '../../../core/ports/ids.ts';

const BYTES = 16;
/** Asking the system for randomness takes longer than all the rest of an id: it is asked for many at once. */
const POOL = 256 * BYTES;

/** RFC 9562 §6.2 method 1: within a millisecond a counter of 32 bits rises, which begins at random below its half. */
class UuidIds implements Ids {
  readonly #pool = new Uint8Array(POOL);
  #used = POOL;
  #msecs = -Infinity;
  #seq = 0;

  next(): string {
    const random = this.#random();
    const now = Date.now();
    if (now > this.#msecs) {
      this.#msecs = now;
      this.#seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
    } else if (this.#seq === 0xffff_ffff) {
      this.#msecs += 1;
      this.#seq = 0;
    } else this.#seq += 1;
    return v7({ random, msecs: this.#msecs, seq: this.#seq });
  }

  #random(): Uint8Array {
    if (this.#used === POOL) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    this.#used += BYTES;
    // A copy: what is handed out must not change with the next filling.
    return this.#pool.slice(this.#used - BYTES, this.#used);
  }
}

export const uuidIds: Ids = new UuidIds();
