import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { Connection } from '../../../../../core/models/model.ts';
import type { ModelBlock, ThinkingBlock } from '../../../../../core/ports/model.ts';
import { isObject, listIn, objectIn } from '../payload.ts';

/** Whom a conversation is told to. */
export type Answerer = Pick<Connection, 'modelId' | 'isEuProvider'>;

/** What of a reply's thoughts goes back with it: beside its calls, and on each of them. */
export interface Echo {
  readonly onMessage: JsonObject;
  onCall(index: number): JsonObject;
}

const NOTHING: Echo = { onMessage: {}, onCall: () => ({}) };

/**
 * A server gets back what came from it, in the field in which it came, and only these fields: others (`reasoning`)
 * may be refused as input by the very servers that send them. Only the model that had the thoughts is told of them, and
 * never the EU provider, which knows none of these fields.
 *
 * All replies with calls have theirs, not only those of the latest loop: servers leave out by themselves what they
 * no longer need, and a conversation that went on has to begin with the same bytes.
 */
export function echoOf(content: readonly ModelBlock[], { modelId, isEuProvider }: Answerer): Echo {
  const block = isEuProvider ? undefined : content.find((one) => isThoughtOf(one, modelId));
  return block?.type === 'thinking' ? echoFrom(block) : NOTHING;
}

const isThoughtOf = (block: ModelBlock, modelId: string): boolean =>
  block.type === 'thinking' && block.model === modelId;

/** A block has been on disk, and may be another wire's: what is not understood is left out. */
function echoFrom({ text, sealed }: ThinkingBlock): Echo {
  const details = listIn(sealed['reasoning_details']).filter(isObject);
  const calls = listIn(sealed['calls']).filter(isObject);
  return {
    onMessage: {
      ...(sealed['field'] === 'reasoning_content' ? { reasoning_content: text } : {}),
      ...(details.length === 0 ? {} : { reasoning_details: details }),
    },
    onCall: (index) => {
      const extra = objectIn(calls.find((call) => call['index'] === index)?.['extra_content']);
      return extra === null ? {} : { extra_content: extra };
    },
  };
}
