import { isDeeperThan, type JsonObject } from '../../../../../core/kernel/json.ts';
import { toolLimits } from '../../../../../core/kernel/limits.ts';
import { isObject, listIn, textIn } from '../payload.ts';

/** The fields of a detail that come in pieces. Everything else in one comes whole. */
const GROWING = ['text', 'summary'] as const;

/** The `reasoning_details` of a delta or message. What nests too deep is no detail of any server that is known. */
export const detailsIn = (said: JsonObject): readonly JsonObject[] =>
  listIn(said['reasoning_details'])
    .filter(isObject)
    .filter((detail) => !isDeeperThan(detail, toolLimits.inputDepth));

/**
 * The `reasoning_details` of one reply, put together from the pieces in which they come. They go back as one list of
 * whole details: seals are checked against the text that they came with.
 */
export class ReasoningDetails {
  readonly #details: JsonObject[] = [];

  add(pieces: readonly JsonObject[]): void {
    for (const piece of pieces) {
      const at = this.#details.findLastIndex(({ index }) => index === piece['index']);
      const known = this.#details[at];
      if (known && isContinuedBy(known, piece)) this.#details[at] = joined(known, piece);
      else this.#details.push(piece);
    }
  }

  get isEmpty(): boolean {
    return this.#details.length === 0;
  }

  /** However the pieces were cut; only a half of a character that never came whole is replaced: JSON cannot carry it. */
  whole(): readonly JsonObject[] {
    return this.#details.map((detail) => ({
      ...detail,
      ...textsOf(detail, (text) => text.toWellFormed()),
    }));
  }
}

/**
 * Some servers number a summary and the sealed thoughts behind it alike, and others do not number at all; so the
 * index alone does not say what belongs together. What is sealed is complete.
 */
function isContinuedBy(known: JsonObject, piece: JsonObject): boolean {
  if (known['type'] !== piece['type']) return false;
  if ((known['data'] ?? piece['data'] ?? null) !== null) return false;
  const isSameId = (known['id'] ?? piece['id']) === (piece['id'] ?? known['id']);
  const isSealed = textIn(known['signature']) !== null && GROWING.some((field) => textIn(piece[field]));
  return isSameId && !isSealed;
}

/** Null is what servers say of a field that comes later, or that has come. */
function joined(known: JsonObject, piece: JsonObject): JsonObject {
  const said = Object.entries(piece).filter(
    ([field, value]) => value !== null || !Object.hasOwn(known, field),
  );
  return {
    ...known,
    ...Object.fromEntries(said),
    ...textsOf(piece, (text, field) => (textIn(known[field]) ?? '') + text),
  };
}

const textsOf = (detail: JsonObject, change: (text: string, field: string) => string): JsonObject =>
  Object.fromEntries(
    GROWING.flatMap((field) => {
      const text = textIn(detail[field]);
      return text === null ? [] : [[field, change(text, field)]];
    }),
  );
