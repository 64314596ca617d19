import { inText } from '../../src/core/kernel/says.ts';
import {
  noPrice,
  type Model,
  type ModelEvent,
  type ModelRequest,
  type Price,
} from '../../src/core/ports/model.ts';
import { toolCallId } from '../../src/core/kernel/ids.ts';

/** What the model does for the step whose task begins with this name. */
export type StepPlay = 'answers' | 'acts' | 'fails' | 'acts, then fails';

/**
 * A model that plays by the task, whatever the order in which steps begin: the task of the step `a` begins with `a:`.
 * A step that acts calls the tool `act` once and answers afterwards. While `isDead`, nothing comes of a request.
 */
export class StepModel implements Model {
  readonly id = 'steps';
  readonly provider = 'scripted';
  readonly price: Price;
  readonly contextWindow = 200_000;
  readonly outputLimit = 1_000;
  readonly searches = false;
  readonly requests: ModelRequest[] = [];
  readonly #plays: ReadonlyMap<string, StepPlay>;
  readonly #isDead: () => boolean;

  constructor(plays: ReadonlyMap<string, StepPlay>, isDead: () => boolean, price: Price = noPrice) {
    this.#plays = plays;
    this.#isDead = isDead;
    this.price = price;
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    if (this.#isDead()) await new Promise(() => undefined);
    this.requests.push(request);
    const [first] = request.messages;
    const said = first?.content.map((block) => (block.type === 'text' ? block.text : '')).join('') ?? '';
    const name = said.slice(0, said.indexOf(':'));
    const play = this.#plays.get(name) ?? 'answers';
    const hasActed = request.messages.some(({ content }) =>
      content.some(({ type }) => type === 'tool_result'),
    );
    const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
    if (play.startsWith('acts') && !hasActed) {
      const call = {
        type: 'tool_call' as const,
        toolCallId: toolCallId('call'),
        name: 'act',
        input: { step: name },
      };
      yield { type: 'end', stop: 'tool_use', usage, toolCalls: [call] };
      return;
    }
    if (play.endsWith('fails')) {
      yield {
        type: 'end',
        stop: 'failed',
        usage,
        code: 'refused_by_test',
        says: [inText('It fails.')],
        retryable: false,
      };
      return;
    }
    yield { type: 'text', text: `done ${name}` };
    yield { type: 'end', stop: 'end_turn', usage };
  }
}
