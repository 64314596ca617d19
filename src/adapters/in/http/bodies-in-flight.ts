import type { Request, Response } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';

/** How long a host should wait before it sends a large message again. */
const RETRY_MS = 2_000;

/**
 * Bounds the bytes of messages that are being read and answered: a message with files is held several times until its run
 * has started, so a handful of the largest ones could take the memory of the machine.
 */
export class BodiesInFlight {
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /**
   * Counts a request until its response is closed. One whose length is not told counts as the longest until it is read.
   * @returns call it when the body is read
   * @throws Refusal not_ready when there is no room; a single request always has it
   */
  take(request: Request, response: Response, longest: number): () => void {
    const told = request.headers['content-length'];
    const before = request.socket.bytesRead;
    let bytes = told === undefined ? longest : Number(told);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#mostBytes)
      throw refuseRequest.not_ready({ reason: 'large_messages', retryAfterMs: RETRY_MS });
    this.#bytes += bytes;
    response.once('close', () => (this.#bytes -= bytes));
    return () => {
      if (told !== undefined) return;
      const read = Math.min(bytes, request.socket.bytesRead - before);
      this.#bytes -= bytes - read;
      bytes = read;
    };
  }
}
