// Room: words that every feature uses: refusals, ids, exact JSON, text from bytes, pages, aborts, the gate
// of all writes. It knows no feature.

/**
 * A refusal says that the request was understood and will not be carried out, and why. Refusals are declared with the
 * feature that makes them (`core/<feature>/errors.ts`); each surface has one place that phrases them. Anything else
 * that is thrown is a fault: a bug, a disk, a network.
 */

export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported'
  | 'impossible'
  | 'limited'
  | 'unavailable'
  | 'upstream'
  | 'upstream_timeout'
  | 'unreachable'
  | 'storage_full'
  | 'storage'
  | 'internal';

/** Facts that the refusal declares. Clients see them unchanged, so never put a secret or a path here. */
export type RefusalFacts = Readonly<Record<string, unknown>>;

export class Refusal extends Error {
  readonly code: string;
  readonly kind: RefusalKind;
  readonly facts: RefusalFacts;

  constructor(code: string, kind: RefusalKind, detail: string, facts: RefusalFacts = {}, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.code = code;
    this.kind = kind;
    this.facts = facts;
  }
}

export interface Reason {
  readonly kind: RefusalKind;
  readonly detail: string;
}

type Refuse<T> = {
  readonly [K in keyof T]: (facts?: RefusalFacts, detail?: string, cause?: unknown) => Refusal;
};

/**
 * Declares a feature's refusals; the keys are their stable codes.
 * `throw refuse.not_running({ runId })` uses the declared sentence; a second argument replaces it, a third is the
 * cause.
 */
export function refusals<const T extends Readonly<Record<string, Reason>>>(reasons: T): Refuse<T> {
  const makers = Object.entries(reasons).map(([code, { kind, detail }]) => [
    code,
    (facts: RefusalFacts = {}, text: string = detail, cause?: unknown) =>
      new Refusal(code, kind, text, facts, cause),
  ]);
  return Object.fromEntries(makers) as Refuse<T>;
}

const reason =
  (kind: RefusalKind) =>
  (detail: string): Reason => ({ kind, detail });

export const invalid = reason('invalid');
export const notFound = reason('not_found');
export const conflict = reason('conflict');
export const gone = reason('gone');
export const impossible = reason('impossible');
export const unavailable = reason('unavailable');
export const tooLarge = reason('too_large');
export const upstream = reason('upstream');
export const upstreamTimeout = reason('upstream_timeout');
export const forbidden = reason('forbidden');
export const storageFull = reason('storage_full');
export const storage = reason('storage');
export const internal = reason('internal');

/** Realm-safe, which `instanceof` is not under jest and across worker realms. */
export function isRefusal(error: unknown): error is Refusal {
  return (error as { name?: unknown } | null)?.name === 'Refusal';
}
