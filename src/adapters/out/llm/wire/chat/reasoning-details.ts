import { isDeeperThan, type JsonObject } from '../../../../../core/kernel/json.ts';
import { toolLimits } from '../../../../../core/kernel/limits.ts';
import { isObject, listIn, textIn } from '../payload.ts';

/** The fields of a detail that arrive in pieces; all others arrive whole. */
const streamedFields = ['text', 'summary'] as const;

/** The `reasoning_details` of a delta or message. Ignores those nested deeper than any known server sends. */
export const detailsIn = (said: JsonObject): readonly JsonObject[] =>
  listIn(said['reasoning_details'])
    .filter(isObject)
    .filter((detail) => !isDeeperThan(detail, toolLimits.inputDepth));

/**
 * The `reasoning_details` of one reply, assembled from their pieces. They are sent back as one list of whole details:
 * servers check each signature against its text.
 */
export class ReasoningDetails {
  readonly #details: JsonObject[] = [];
  /** Where the last one with each index is. */
  readonly #lastAt = new Map<unknown, number>();

  add(pieces: readonly JsonObject[]): void {
    for (const piece of pieces) {
      const at = this.#lastAt.get(piece['index']);
      const known = at === undefined ? undefined : this.#details[at];
      if (at !== undefined && known && isContinuedBy(known, piece)) this.#details[at] = joined(known, piece);
      else this.#lastAt.set(piece['index'], this.#details.push(piece) - 1);
    }
  }

  get isEmpty(): boolean {
    return this.#details.length === 0;
  }

  /** Independent of how the pieces were cut. Replaces only a lone surrogate, which JSON cannot carry. */
  whole(): readonly JsonObject[] {
    return this.#details.map((detail) => ({
      ...detail,
      ...textsOf(detail, (text) => text.toWellFormed()),
    }));
  }
}

/**
 * Some servers give a summary and the encrypted thoughts after it the same index, and others send no index, so the
 * index alone does not identify a detail. An encrypted or signed detail is complete.
 */
function isContinuedBy(known: JsonObject, piece: JsonObject): boolean {
  if (known['type'] !== piece['type']) return false;
  if ((known['data'] ?? piece['data'] ?? null) !== null) return false;
  const isSameId = (known['id'] ?? piece['id']) === (piece['id'] ?? known['id']);
  const isSealed =
    textIn(known['signature']) !== null && streamedFields.some((field) => textIn(piece[field]));
  return isSameId && !isSealed;
}

/** Servers send null for a field that comes later or has already come. */
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
    streamedFields.flatMap((field) => {
      const text = textIn(detail[field]);
      return text === null ? [] : [[field, change(text, field)]];
    }),
  );
