import type { Model, ModelEnd, ModelEvent, ModelRequest, ThinkingBlock } from '../../ports/model.ts';
import { ModelAround } from '../../ports/model-around.ts';
import { originOf } from './choice.ts';
import type { Connection } from './model.ts';

/**
 * The same model, which gets back only thoughts that came from the place to which its requests go. Two servers may serve
 * a model under one name; what one of them sealed (`reasoning_details`, signatures) is useless to the other, which must
 * not read it. Thoughts of unknown origin are not sent.
 */
export class SameOriginThoughts extends ModelAround {
  readonly #origin: string;

  constructor(model: Model, { endpoint, provider }: Pick<Connection, 'endpoint' | 'provider'>) {
    super(model);
    this.#origin = endpoint === null ? provider : originOf(endpoint);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for await (const event of this.model.stream(this.#withOwn(request), signal))
      yield event.type === 'end' ? this.#signed(event) : event;
  }

  #withOwn(request: ModelRequest): ModelRequest {
    const isForeign = (block: ModelRequest['messages'][number]['content'][number]): boolean =>
      block.type === 'thinking' && block.origin !== this.#origin;
    const messages = request.messages.map((message) =>
      message.content.some(isForeign)
        ? { ...message, content: message.content.filter((block) => !isForeign(block)) }
        : message,
    );
    return { ...request, messages };
  }

  #signed(end: ModelEnd): ModelEnd {
    if (end.stop === 'failed' || end.stop === 'aborted') return end;
    const own = (block: ThinkingBlock): ThinkingBlock => ({ ...block, origin: this.#origin });
    return {
      ...end,
      ...(end.thinking && { thinking: end.thinking.map(own) }),
      ...(end.parts && { parts: end.parts.map((part) => (part.type === 'thinking' ? own(part) : part)) }),
    };
  }
}
