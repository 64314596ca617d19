import { randomFillSync } from 'node:crypto';
import { parse, v7, validate, version } from 'uuid';
import type { LastingIds } from '../../../core/ports/ids.ts';

const BYTES = 16;
/** A call for random bytes takes longer than the rest of an id, so each call gets bytes for many ids. */
const POOL = 256 * BYTES;
/** In the year 9999. */
const LATEST = 253_402_300_799_999;

/** RFC 9562 §6.2 method 1: within a millisecond a 32-bit counter increases, from a random start below its half. */
class UuidIds implements LastingIds {
  readonly #now: () => number;
  readonly #pool = new Uint8Array(POOL);
  #used = POOL;
  #msecs = -Infinity;
  #seq = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): string {
    const random = this.#random();
    const now = this.#now();
    if (now > this.#msecs) {
      this.#msecs = now;
      this.#seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
    } else if (this.#seq === 0xffff_ffff) {
      this.#msecs += 1;
      this.#seq = 0;
    } else this.#seq += 1;
    return v7({ random, msecs: this.#msecs, seq: this.#seq });
  }

  continueAfter(id: string): void {
    if (!validate(id) || version(id) !== 7) return;
    const bytes = new DataView(parse(id).buffer);
    const msecs = bytes.getUint32(0) * 0x1_0000 + bytes.getUint16(4);
    if (msecs > LATEST || msecs < this.#msecs) return;
    const seq = countIn(bytes);
    this.#seq = msecs > this.#msecs ? seq : Math.max(this.#seq, seq);
    this.#msecs = msecs;
  }

  #random(): Uint8Array {
    if (this.#used === POOL) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    this.#used += BYTES;
    // A copy: refilling the pool must not change bytes that were handed out.
    return this.#pool.slice(this.#used - BYTES, this.#used);
  }
}

/** The counter follows the version (4 bits) and the variant (2 bits): 12 bits of it, then 20. */
const countIn = (bytes: DataView): number =>
  (((bytes.getUint16(6) & 0x0fff) << 20) | ((bytes.getUint32(8) >>> 10) & 0x000f_ffff)) >>> 0;

/** Ids from a wall clock in milliseconds since the epoch. */
export const uuidIdsBy = (now: () => number): LastingIds => new UuidIds(now);

export const uuidIds: LastingIds = uuidIdsBy(Date.now);
