import type { JsonObject } from '../../../../core/kernel/json.ts';
import type { ThinkingBlock } from '../../../../core/ports/model.ts';
import { isObject, listIn, textIn } from '../wire/payload.ts';

/**
 * The signature of one part of a reply. It must be sent back on exactly that part, and a signed part must not be
 * joined with another (Vertex AI › Thought signatures). But a conversation stores a reply as its text and its calls.
 * So a signature records its range of the text, or the index of its call; ids would not work, because the engine
 * gives calls ids of its own.
 */
export type Signature =
  | {
      readonly of: 'text' | 'thought';
      /** Positions in the whole text of the reply, or of its thoughts. */
      readonly from: number;
      readonly to: number;
      readonly signature: string;
    }
  | { readonly of: 'call'; readonly index: number; readonly signature: string };

/** The thoughts of one reply, with all its signatures. */
export const thinkingBlock = (
  text: string,
  model: string,
  signatures: readonly Signature[],
): ThinkingBlock => ({
  type: 'thinking',
  text,
  model,
  sealed: { signatures: signatures.map((each) => ({ ...each })) },
});

/** The signatures in a block. The block comes from disk, so what is not understood is left out. */
export const signaturesIn = ({ sealed }: ThinkingBlock): readonly Signature[] =>
  listIn(sealed['signatures']).flatMap((each) => (isObject(each) ? signatureIn(each) : []));

function signatureIn(each: JsonObject): readonly Signature[] {
  const signature = textIn(each['signature']);
  const { of, index, from, to } = each;
  if (signature === null) return [];
  if (of === 'call') return typeof index === 'number' ? [{ of, index, signature }] : [];
  if (of !== 'text' && of !== 'thought') return [];
  if (typeof from !== 'number' || typeof to !== 'number' || from < 0 || to < from) return [];
  return [{ of, from, to, signature }];
}

/** A range of a text, signed or not. */
export interface Stretch {
  readonly text: string;
  readonly signature?: string;
}

/** Splits the text at the borders of its signatures. A text other than the signed one gets none. */
export function stretchesOf(
  text: string,
  of: 'text' | 'thought',
  signatures: readonly Signature[],
): readonly Stretch[] {
  const seals = signatures.flatMap((each) => (each.of === of ? [each] : []));
  const inOrder = seals.every(({ from }, index) => from >= (seals[index - 1]?.to ?? 0));
  if (!inOrder || (seals.at(-1)?.to ?? 0) > text.length) return plain(text);
  let at = 0;
  const stretches = seals.flatMap(({ from, to, signature }): readonly Stretch[] => {
    const before = plain(text.slice(at, from));
    at = to;
    return [...before, { text: text.slice(from, to), signature }];
  });
  return [...stretches, ...plain(text.slice(at))];
}

const plain = (text: string): readonly Stretch[] => (text === '' ? [] : [{ text }]);
