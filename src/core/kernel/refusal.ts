// Room: words that every feature uses: refusals, ids, exact JSON, text from bytes, pages, aborts, the gate
// of all writes. It knows no feature.

import type { Facts, Leaf, Says, SaysMap } from './says.ts';

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

/** Its `message` names the sentences; `contract/words` makes words of them. */
export class Refusal extends Error {
  readonly code: string;
  readonly kind: RefusalKind;
  readonly says: readonly Says[];
  readonly facts: RefusalFacts;

  constructor(code: string, kind: RefusalKind, said: Facted, facts: RefusalFacts = {}, cause?: unknown) {
    const says = isOne(said) ? [said] : said;
    super(says.map(named).join(' '), cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.code = code;
    this.kind = kind;
    this.says = says;
    this.facts = facts;
  }
}

const named = ({ code, facts }: Says): string => (code === 'text' ? String(facts['text']) : code);

const isOne = (said: Facted): said is Says => 'code' in said;

type Facted = Says | readonly Says[];

/** Its own sentence needs these facts; without one, each place says why. */
type Maker<Map, Code> = Code extends keyof Map
  ? Record<never, never> extends Map[Code]
    ? (facts?: RefusalFacts, says?: Facted, cause?: unknown) => Refusal
    : {
        (facts: RefusalFacts & Map[Code]): Refusal;
        (facts: RefusalFacts, says: Facted, cause?: unknown): Refusal;
      }
  : (facts: RefusalFacts, says: Facted, cause?: unknown) => Refusal;

/**
 * Declares the refusals of a room; the keys are their stable codes. `throw refuse.not_running({ runId })` says the room's
 * sentence of that name (`runs.not_running`) with these facts; a second argument replaces it, a third is the cause.
 */
export const refusals =
  <Map extends SaysMap<Map>>() =>
  <const Room extends string, const Kinds extends Readonly<Record<string, RefusalKind>>>(
    room: Room,
    kinds: Kinds,
  ) =>
    mapped(
      kinds,
      (code, kind) =>
        (
          facts: RefusalFacts = {},
          says: Facted = { code: `${room}.${code}`, facts: plainOf(facts) },
          cause?: unknown,
        ) =>
          new Refusal(code, kind, says, facts, cause),
    ) as { readonly [Code in keyof Kinds & string]: Maker<Map, `${Room}.${Code}`> };

/** What a sentence of its own may be about: numbers and names, but no lists of what a client goes on with. */
const plainOf = (facts: RefusalFacts): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter(
      (fact): fact is [string, Leaf] =>
        fact[1] === null || ['number', 'string', 'boolean'].includes(typeof fact[1]),
    ),
  );

const mapped = <Value>(
  given: Readonly<Record<string, Value>>,
  makerOf: (code: string, value: Value) => unknown,
): unknown => Object.fromEntries(Object.entries(given).map(([code, value]) => [code, makerOf(code, value)]));

/** What a refusal says; anything else is a fault, and goes on as one. @throws what is no refusal */
export function saysOf(error: unknown): readonly Says[] {
  if (!isRefusal(error)) throw error;
  return error.says;
}

/** Realm-safe, which `instanceof` is not under jest and across worker realms. */
export function isRefusal(error: unknown): error is Refusal {
  return (error as { name?: unknown } | null)?.name === 'Refusal';
}
