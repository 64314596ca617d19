import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { Connection } from '../../../../../core/instance/models/model.ts';
import type { ModelBlock, ThinkingBlock } from '../../../../../core/ports/model.ts';
import { isObject, listIn, objectIn } from '../payload.ts';

/** The receiver of a conversation. */
export type Answerer = Pick<Connection, 'modelId' | 'isEuProvider'>;

/** The thoughts to send back with a reply: beside its calls, and on each of them. */
export interface Echo {
  readonly onMessage: JsonObject;
  onCall(index: number): JsonObject;
}

const NOTHING: Echo = { onMessage: {}, onCall: () => ({}) };

/**
 * A server gets its own thoughts back, in the field in which they came, and only in these fields: others (`reasoning`)
 * may be refused as input by the very servers that send them. Thoughts go only to the model that had them, and
 * never to the EU provider, which knows none of these fields.
 *
 * All replies with calls keep their thoughts, not only those of the latest loop: servers drop unneeded ones themselves,
 * and a longer conversation must begin with the same bytes.
 */
export function echoOf(content: readonly ModelBlock[], { modelId, isEuProvider }: Answerer): Echo {
  const block = isEuProvider ? undefined : content.find((one) => isThoughtOf(one, modelId));
  return block?.type === 'thinking' ? echoFrom(block) : NOTHING;
}

const isThoughtOf = (block: ModelBlock, modelId: string): boolean =>
  block.type === 'thinking' && block.model === modelId;

/** The block comes from disk and may be from another API: what is not understood is left out. */
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
