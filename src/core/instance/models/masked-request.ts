import type { Json, JsonObject } from '../../kernel/json.ts';
import { valueMask } from '../../trust/masking/value-mask.ts';
import type { ModelBlock, ModelRequest } from '../../ports/model.ts';

/**
 * Masks the values of secrets in a request: an owner may have pasted a value before storing it as a secret, and a file
 * or a page may quote it. The blocks of a thread stay the same objects for a whole run, so each is searched once.
 */
export function requestMask(known: () => readonly string[]): (request: ModelRequest) => ModelRequest {
  const masked = valueMask(known);
  let of = known();
  let looked = new WeakMap<ModelBlock, ModelBlock>();
  const block = (given: ModelBlock): ModelBlock => {
    const before = looked.get(given);
    if (before) return before;
    const clean = withoutValues(given, masked);
    looked.set(given, clean);
    return clean;
  };
  return (request) => {
    const now = known();
    if (now.length === 0) return request;
    if (now !== of) [of, looked] = [now, new WeakMap()];
    return {
      ...request,
      system: masked(request.system),
      messages: request.messages.map(({ role, content }) => ({ role, content: content.map(block) })),
      ...(request.tail === undefined ? {} : { tail: masked(request.tail) }),
    };
  };
}

/** The same object when it needs no masking. */
function withoutValues(block: ModelBlock, masked: (text: string) => string): ModelBlock {
  switch (block.type) {
    case 'text': {
      const text = masked(block.text);
      return text === block.text ? block : { ...block, text };
    }
    case 'thinking': {
      const text = masked(block.text);
      // Providers refuse a changed thought with its seal; without the seal, the thought is left out.
      return text === block.text ? block : { ...block, text, sealed: {} };
    }
    case 'tool_call':
      return masked(JSON.stringify(block.input)) === JSON.stringify(block.input)
        ? block
        : { ...block, input: inside(block.input, masked) as JsonObject };
    case 'media': {
      const instead = masked(block.instead);
      return instead === block.instead ? block : { ...block, instead };
    }
    case 'tool_result': {
      const output = masked(block.output);
      return output === block.output ? block : { ...block, output };
    }
  }
}

function inside(value: Json, masked: (text: string) => string): Json {
  if (typeof value === 'string') return masked(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => inside(item, masked));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [masked(key), inside(field, masked)]),
  );
}
