// A request to the fake, and what it answers.
import type { IncomingHttpHeaders } from 'node:http';

/** A request as the vendor's host would see it. */
export interface Call {
  readonly method: string;
  /** The host of the vendor that the client meant, e.g. `www.googleapis.com`. */
  readonly host: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body in pieces. It can be read once; it throws `Interrupted` when the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Notes for the log that the call changed something. */
  changes(): void;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are, an object as JSON. */
  readonly body?: object | Uint8Array;
}

/** The connection broke while the body was read. */
export class Interrupted extends Error {}

/** An answer that refuses, thrown by whatever finds the reason. */
export class Refused extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(JSON.stringify(answer.body));
    this.answer = answer;
  }
}

export const json = (body: object, status = 200): Answer => ({ status, body });

export async function bytesOf(call: Pick<Call, 'body'>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of call.body) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The JSON body; an empty one counts as `{}`, as at the vendor's. */
export const objectOf = async (call: Pick<Call, 'body'>): Promise<Readonly<Record<string, unknown>>> =>
  parsed((await bytesOf(call)).toString());

export const parsed = (text: string): Readonly<Record<string, unknown>> =>
  (text.trim() === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
