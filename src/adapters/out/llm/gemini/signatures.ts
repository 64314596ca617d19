import type { JsonObject } from '../../../../core/kernel/json.ts';
import type { ThinkingBlock } from '../../../../core/ports/model.ts';
import { isObject, listIn, textIn } from '../wire/payload.ts';

/**
 * A seal on one part of a reply. Each must go back on the very part that it came on, and a part that has one must
 * not be joined with another (Vertex AI › Thought signatures), but a conversation keeps a reply as its text and its
 * calls. So a seal says which stretch of the text, or which of the calls, it belongs to; ids would not do, because
 * the engine gives calls ids of its own.
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

/** The thoughts of one reply, with every seal of it. */
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

/** What a block carries; it has been on disk, and what is not understood is left out. */
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

/** One stretch of a text, sealed or not. */
export interface Stretch {
  readonly text: string;
  readonly signature?: string;
}

/** The text cut where its seals begin and end. A text that is not the one that was sealed goes without. */
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
