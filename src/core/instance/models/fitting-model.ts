import type { Model, ModelEvent, ModelRequest } from '../../ports/model.ts';
import { ModelAround } from '../../ports/model-around.ts';
import { modelLimits } from './limits.ts';
import type { Connection } from './model.ts';

/** How a model is reached with this window. */
type Connect = (facts: Pick<Connection, 'contextWindow' | 'outputLimit'>) => Promise<Model>;

/**
 * The same model, which takes the window that its server says it has: from the first request that was too long, its
 * `contextWindow` and `outputLimit` are smaller, for this run and for all later ones.
 */
export class FittingModel extends ModelAround {
  readonly #connect: Connect;
  readonly #learn: (tokens: number) => Promise<void>;
  readonly #share: number | undefined;
  #fitted: Model;

  constructor(
    model: Model,
    { toolShare }: Pick<Connection, 'toolShare'>,
    connect: Connect,
    learn: (tokens: number) => Promise<void>,
  ) {
    super(model);
    this.#fitted = model;
    this.#share = toolShare;
    this.#connect = connect;
    this.#learn = learn;
  }

  override get contextWindow(): number {
    return this.#fitted.contextWindow;
  }

  override get outputLimit(): number {
    return this.#fitted.outputLimit;
  }

  override get toolShare(): number | undefined {
    return this.#share;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for await (const event of this.#fitted.stream(request, signal)) {
      if (event.type === 'end' && event.stop === 'failed' && event.fault === 'overflow')
        await this.#shrink(event.window, request);
      yield event;
    }
  }

  async #shrink(told: number | undefined, request: ModelRequest): Promise<void> {
    const { min, guess, guessedFrom } = modelLimits.learntWindow;
    const tokens = Math.max(min, Math.floor(told ?? sizeOf(request) * guess));
    if (tokens >= this.contextWindow) return;
    // Of a short request, or one with images, something else may be too long: a guess would spoil every later one.
    if (told === undefined && (tokens < guessedFrom || hasImages(request))) return;
    const outputLimit = answerWithin(tokens, this.outputLimit);
    this.#fitted = await this.#connect({ contextWindow: tokens, outputLimit });
    await this.#learn(tokens);
  }
}

const hasImages = ({ messages }: ModelRequest): boolean =>
  messages.some(({ content }) => content.some(({ type }) => type === 'media'));

/** A rough count of the tokens of a request. */
function sizeOf({ system, messages, tools, tail = '' }: ModelRequest): number {
  const blocks = messages.flatMap(({ content }) => content);
  const images = blocks.reduce((sum, block) => sum + (block.type === 'media' ? block.tokens : 0), 0);
  const texts = JSON.stringify([system, tools, tail, blocks.filter(({ type }) => type !== 'media')]);
  return texts.length / 3.5 + images;
}

/** The longest answer for which a window of this size leaves room. */
export const answerWithin = (contextWindow: number, outputLimit: number): number =>
  Math.min(outputLimit, Math.floor(contextWindow * modelLimits.learntWindow.answer));
