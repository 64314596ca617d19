import { textsIn } from '../../kernel/says.ts';
import { ModelAround } from '../../ports/model-around.ts';
import {
  addBilled,
  promptTokensIn,
  type Model,
  type ModelBlock,
  type ModelEnd,
  type ModelEvent,
  type ModelRequest,
  type Price,
} from '../../ports/model.ts';
import type { Capabilities } from './model.ts';

/**
 * The same model, which answers also where it takes no images: a request with images that is refused is made once more,
 * with words in their places, and so are all that follow in the run. Otherwise one image would end every run of its
 * thread. Where it is unknown whether a model takes images, any refusal of the request may be about them.
 */
export class ImagesWhereTaken extends ModelAround {
  readonly #images: Capabilities['images'];
  #areRefused = false;

  constructor(model: Model, { images }: Pick<Capabilities, 'images'>) {
    super(model);
    this.#images = images;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (!request.messages.some(({ content }) => content.some(isMedia))) {
      yield* this.model.stream(request, signal);
      return;
    }
    if (this.#areRefused) {
      yield* this.model.stream(inWords(request), signal);
      return;
    }
    let hasBegun = false;
    let refused: ModelEnd | null = null;
    for await (const event of this.model.stream(request, signal)) {
      if (event.type === 'end' && !hasBegun && this.#mayBeAboutImages(event)) refused = event;
      else yield event;
      hasBegun = true;
    }
    if (refused === null) return;
    for await (const event of this.model.stream(inWords(request), signal)) {
      // If words are refused as well, it was not about the images.
      if (event.type !== 'end' || event.stop !== 'failed') this.#areRefused = true;
      yield event.type === 'end' ? afterRefusal(refused, event, this.price) : event;
    }
  }

  #mayBeAboutImages(end: ModelEnd): boolean {
    if (end.stop !== 'failed') return false;
    if (this.#images === 'tried' && end.fault === 'request') return true;
    return end.fault !== 'account' && end.fault !== 'unreached' && ABOUT_IMAGES.test(textsIn(end.says));
  }
}

/** A refused request is rarely billed, but may be; it takes no room in the window. */
const afterRefusal = (refused: ModelEnd, end: ModelEnd, price: Price): ModelEnd => ({
  ...end,
  ...addBilled(refused, end, price),
  ...(promptTokensIn(refused.usage) === 0
    ? {}
    : { promptTokens: end.promptTokens ?? promptTokensIn(end.usage) }),
});

/** In the words of a provider. Some servers say it with the status of an error of their own, or of an unknown model. */
const ABOUT_IMAGES = /image|\bvision\b|multi-?modal|mmproj/iu;

const isMedia = ({ type }: ModelBlock): boolean => type === 'media';

const inWords = (request: ModelRequest): ModelRequest => ({
  ...request,
  messages: request.messages.map((message) =>
    message.content.some(isMedia) ? { ...message, content: message.content.map(wordsFor) } : message,
  ),
});

/** Made once for a block, so that what is kept for a block is found again. */
const words = new WeakMap<ModelBlock, ModelBlock>();

function wordsFor(block: ModelBlock): ModelBlock {
  if (block.type !== 'media') return block;
  const known = words.get(block) ?? { type: 'text', text: block.instead };
  words.set(block, known);
  return known;
}
