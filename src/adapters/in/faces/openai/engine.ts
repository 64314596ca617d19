import type { Client } from '../../../../contract/client.ts';
import type { FaceCalled, faceOperations } from '../../../../contract/http/faces.ts';
import type { socketRows } from '../../../../contract/http/rows.ts';

/** The engine, as the person whose token the client has shown. */
export type FaceEngine = Pick<Client<typeof socketRows>, (typeof faceOperations)[number]>;

export type { FaceAnswer } from '../../../../contract/http/faces.ts';

/** A request below /v1. */
export interface FaceCall extends FaceCalled {
  readonly engine: FaceEngine;
}
