import { toolCallId } from '../src/core/kernel/ids.ts';
import {
  noUsage,
  type Model,
  type ModelEnd,
  type ModelEvent,
  type ModelRequest,
  type ToolCallBlock,
} from '../src/core/ports/model.ts';
import { ask } from './upstream.ts';
import type { WireEvent } from './wire.ts';

/**
 * A model over the wire of the fake provider, so that the engine pays for a real socket upstream as the proxy
 * does. It stands in until the engine has wires of its own: then the fake provider speaks one of theirs, and this
 * file goes.
 */
export class ProviderModel implements Model {
  readonly id = 'bench';
  readonly provider = 'bench';
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const toolCalls: ToolCallBlock[] = [];
    let end: ModelEnd = failed('The provider stopped in the middle.');
    try {
      // To the end of the body, and only then its end: a body that is let go before costs the connection.
      for await (const batch of ask(this.#url, request, signal)) {
        for (const event of batch) {
          if (event.type === 'text') yield event;
          else if (event.type === 'call') toolCalls.push(callFrom(event));
          else end = endFrom(event, toolCalls);
        }
      }
    } catch (error) {
      end = signal.aborted ? { type: 'end', stop: 'aborted', usage: noUsage } : failed(String(error));
    }
    yield end;
  }
}

type Of<Type extends WireEvent['type']> = Extract<WireEvent, { readonly type: Type }>;

const callFrom = ({ id, name, input }: Of<'call'>): ToolCallBlock => ({
  type: 'tool_call',
  toolCallId: toolCallId(id),
  name,
  input,
});

const endFrom = ({ stop, usage }: Of<'end'>, toolCalls: readonly ToolCallBlock[]): ModelEnd =>
  stop === 'tool_use' ? { type: 'end', stop, usage, toolCalls } : { type: 'end', stop, usage };

const failed = (error: string): ModelEnd => ({
  type: 'end',
  stop: 'failed',
  usage: noUsage,
  code: 'provider_error',
  error,
  retryable: true,
});
