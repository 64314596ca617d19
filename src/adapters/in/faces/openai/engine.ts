import type { Client } from '../../../../contract/client.ts';
import type { faceOperations } from '../../../../contract/http/faces.ts';
import type { socketRows } from '../../../../contract/http/rows.ts';

/** The engine, as the person whose token the client has shown. */
export type FaceEngine = Pick<Client<typeof socketRows>, (typeof faceOperations)[number]>;

/** A request below /v1 that was let in. */
export interface FaceCall {
  readonly method: string;
  /** Below /v1, with its slash. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON. */
  readonly body: unknown;
  /** Where a browser finds the page of this engine. */
  readonly origin: string;
  readonly engine: FaceEngine;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** JSON, or the frames of a stream. */
export interface FaceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly json: unknown } | { readonly frames: AsyncIterable<string> };
}
