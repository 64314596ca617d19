import type { Services } from '../../../core/features.ts';
import { aborted } from '../../../core/kernel/abort.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Piece } from '../../../core/kernel/ongoing.ts';
import type { Validator } from '../../../core/ports/validator.ts';
import { commonCodes, refuseRequest } from '../../../contract/problem.ts';
import {
  isByteBody,
  type AnyHttpRow,
  type Asker,
  type Door,
  type Guarded,
  type Proof,
} from '../../../contract/row.ts';
import { inputFor, type Asked } from './input.ts';

export interface RowDeps {
  /** The current engine. @throws Refusal not_ready between two engines */
  readonly services: () => Services;
  /** The same, or between two engines for a restore the one before. @throws Refusal not_ready */
  readonly duringRestore: () => Services;
  readonly validator: Validator;
  /** For tests: an answer or refusal that the row does not declare is a fault. */
  readonly strict: boolean;
}

/** One request for a row, whichever way it came. Its body is read already; one of bytes is read by the handle. */
export interface RowCall extends Asked {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  readonly door: Door;
  /** What the way in knows of who asks; null where nobody had to show anything, as for an open row. */
  readonly proof: Proof | null;
}

/**
 * Carries out a row: checks whether it is served now, who asks and what was asked, and makes its one call. Every way in
 * comes through here.
 * @param handle of the row, where it has several
 * @throws what the handle throws, and Refusal not_ready, invalid_request, not_found
 */
export async function carryOut(
  operation: string,
  row: AnyHttpRow,
  call: RowCall,
  deps: RowDeps,
  handle: AnyHttpRow['handle'] = row.handle,
): Promise<unknown> {
  // An open row does not touch them.
  const services = row.open ? undefined : servicesFor(row, deps);
  const { door } = call;
  const { asker, piece } = await begunBy(row, call.proof, services);
  let result: unknown;
  try {
    const input = { ...inputFor(row, call, deps.validator), asker, door };
    result = await handle(
      services,
      piece ? whileIn(row, input, call.signal, piece) : { ...input, signal: call.signal },
    );
    if (row.kind === 'json') piece?.refuseOut();
  } catch (error) {
    piece?.refuseOut();
    // It was stopped under the request: what failed is no fault. This says so if there is none now.
    if (!isRefusal(error) && services && !row.duringRestore && deps.services() !== services)
      throw refuseRequest.not_ready({ reason: 'restoring' });
    if (deps.strict && isRefusal(error) && !isDeclared(row, error.code))
      throw new Error(`${operation} refused with ${error.code}, which its row does not declare`, {
        cause: error,
      });
    throw error;
  } finally {
    piece?.over();
  }
  if (deps.strict && row.kind === 'json' && row.returns) promiseKept(operation, row.returns, result, deps);
  return result;
}

/** Who asks, and the request as a piece of their work; both are null for an open row. @throws as `admit` and `begin` of the people */
async function begunBy(
  row: AnyHttpRow,
  proof: Proof | null,
  services: Services | undefined,
): Promise<{ readonly asker: Asker | null; readonly piece: Piece | null }> {
  if (row.who === 'open' || !services) return { asker: null, piece: null };
  const asked = guarded(row.who, row);
  const asker = await services.people.admit(asked, proof);
  const piece = services.people.begin(asker, { ...asked, deletes: row.route.startsWith('DELETE ') });
  return { asker, piece };
}

/** What the handle gets, which ends when the client leaves or is put out, also in the middle of a body of bytes. */
const whileIn = <Input extends { readonly body: unknown }>(
  row: AnyHttpRow,
  input: Input,
  left: AbortSignal,
  piece: Piece,
): Input & { readonly signal: AbortSignal } => ({
  ...input,
  ...(isByteBody(row.body) && { body: sentUntil(piece, input.body as AsyncIterable<Uint8Array>) }),
  signal: AbortSignal.any([left, piece.signal]),
});

async function* sentUntil(
  { signal, refuseOut }: Piece,
  sent: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const pieces = sent[Symbol.asyncIterator]();
  const isOut = aborted(signal);
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), isOut]);
      refuseOut();
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    // Does not wait for a piece that has not come yet.
    void pieces.return?.().catch(() => undefined);
  }
}

export const guarded = (who: Guarded['who'], { needs, route }: AnyHttpRow): Guarded => ({
  who,
  ...(needs && { needs }),
  reads: route.startsWith('GET '),
});

/** @throws Error if an answer is not what its row declares */
export function promiseKept(
  operation: string,
  schema: object,
  result: unknown,
  { validator }: Pick<RowDeps, 'validator'>,
): void {
  const violations = validator.check(schema, JSON.parse(JSON.stringify(result)));
  if (violations.length > 0) throw new Error(`${operation} broke its row: ${JSON.stringify(violations)}`);
}

/** Whether another engine than the one with these services serves now, or none. */
export function isStopped(given: Services | null, deps: Pick<RowDeps, 'services'>): boolean {
  return servicesNow(deps) !== given;
}

/** Null while there is no engine. */
export function servicesNow({ services }: Pick<RowDeps, 'services'>): Services | null {
  try {
    return services();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * While the engine drains, only reads are served; while the server of its data is away, hardly anything.
 * @throws Refusal not_ready, storage_unavailable
 */
function servicesFor(row: AnyHttpRow, deps: RowDeps): Services {
  const services = row.duringRestore ? deps.duringRestore() : deps.services();
  if (row.duringRestore) return services;
  const reason = row.route.startsWith('GET ') ? null : services.engine.notReady();
  if (reason !== null) throw refuseRequest.not_ready({ reason });
  const away = row.withoutData ? null : services.engine.awayStorage();
  if (away !== null) throw away;
  return services;
}

const isDeclared = (row: AnyHttpRow, code: string): boolean =>
  commonCodes.has(code) || (row.refuses as readonly string[]).includes(code);
