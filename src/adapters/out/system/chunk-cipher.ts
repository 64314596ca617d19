import type { Worker } from 'node:worker_threads';
import type { ChunkCipher } from '../../../core/keeping/migration/port.ts';

const TAG = 16;

/**
 * Node's ciphers return each result in new memory. In the engine's own heap, gigabytes of it would make V8 collect all of
 * that heap again and again, which takes longer than the cipher; the heap of this thread is tiny. Where Node can give the
 * memory of a result back at once, the next result takes the same, which the processor still has at hand; steps are small
 * enough for that (above 128 KiB malloc asks the system for new pages each time). The thread shares the buffers, so nothing
 * is copied between the two. `eval` takes no module of ours, so there is nothing to bundle.
 */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { createCipheriv, createDecipheriv } = require('node:crypto');
const TAG = ${TAG};
const STEP = 64 * 1024;
function through(cipher, buffer, length) {
  for (let at = 0; at < length; at += STEP) {
    const result = cipher.update(buffer.subarray(at, Math.min(at + STEP, length)));
    buffer.set(result, at);
    const memory = result.buffer;
    if (memory.byteLength === result.length) memory.transfer?.(0);
  }
  cipher.final();
}
function seal({ key, nonce, bound, buffer, length }) {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(bound);
  through(cipher, buffer, length);
  buffer.set(cipher.getAuthTag(), length);
  return true;
}
function open({ key, nonce, bound, buffer, length }) {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAAD(bound);
  decipher.setAuthTag(Buffer.from(buffer.subarray(length - TAG, length)));
  try {
    through(decipher, buffer, length - TAG);
    return true;
  } catch {
    return false;
  }
}
parentPort.on('message', (job) => {
  const isDone = job.what === 'seal' ? seal(job) : open(job);
  parentPort.postMessage({ no: job.no, isDone });
});
`;

interface Waiting {
  readonly resolve: (isDone: boolean) => void;
  readonly reject: (error: Error) => void;
}

type Given = Parameters<ChunkCipher['open']>;

/** Ciphers chunks in a thread of its own, which begins with the first one. */
export class ThreadCipher implements ChunkCipher {
  #worker: Worker | null = null;
  #no = 0;
  readonly #waiting = new Map<number, Waiting>();

  buffer(length: number): Uint8Array {
    return new Uint8Array(new SharedArrayBuffer(length));
  }

  async seal(...given: Given): Promise<void> {
    await this.#done('seal', given);
  }

  async open(...given: Given): Promise<boolean> {
    return await this.#done('open', given);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #done(what: 'seal' | 'open', [key, nonce, bound, buffer, length]: Given): Promise<boolean> {
    this.#no += 1;
    const no = this.#no;
    const worker = (this.#worker ??= this.#started());
    return new Promise((resolve, reject) => {
      this.#waiting.set(no, { resolve, reject });
      worker.postMessage({ no, what, key, nonce, bound, buffer, length });
    });
  }

  #started(): Worker {
    // Loaded with the first migration, which many engines never have.
    const threads = process.getBuiltinModule('node:worker_threads');
    const worker = new threads.Worker(PROGRAM, { eval: true, env: {}, execArgv: [], name: 'svc chunks' });
    worker.unref();
    worker.on('message', ({ no, isDone }: { readonly no: number; readonly isDone: boolean }) => {
      this.#waiting.get(no)?.resolve(isDone);
      this.#waiting.delete(no);
    });
    const over = (error: Error) => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', (error) => over(error as Error));
    worker.on('exit', () => over(new Error('the thread that ciphers chunks ended')));
    return worker;
  }
}
