import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MaskedFor } from '../../ports/log.ts';
import { batchPrice, type BatchGateway, type ModelBatches } from '../../ports/model-batches.ts';
import type { Model, ModelGateway, Price } from '../../ports/model.ts';
import { choose, fastOf, outline, type Choice } from './choice.ts';
import { refuse } from './errors.ts';
import { isKnown, type Known } from './catalog.ts';
import { answerWithin, FittingModel } from './fitting-model.ts';
import type { LearntWindows } from './windows.ts';
import { ImagesWhereTaken } from './images-where-taken.ts';
import { RedactingModel } from './redacting-model.ts';
import type { Connection, Draft, Outline } from './model.ts';
import { SameOriginThoughts } from './same-origin-thoughts.ts';
import { RetryingModel } from './retrying.ts';
import { WithFastModel } from './with-fast-model.ts';
import type { ModelSettings } from './settings.ts';

export interface ModelServiceDeps {
  /** Read at every call, so that a change takes effect with the next message. */
  readonly settings: () => ModelSettings;
  readonly known: Known;
  readonly windows: Pick<LearntWindows, 'of' | 'learn' | 'forget'>;
  readonly clock: Clock;
  readonly knownSecrets: Pick<MaskedFor, 'unmistakableFor' | 'heldBackFor'>;
  readonly demo: () => Promise<Model>;
  /** Connects to one model; loads the code for it on demand. `offline`: no request leaves the process. */
  readonly connect: (connection: Connection, reach: 'network' | 'offline') => Promise<Model>;
  /** The batch interface there, for requests at this price; null where the provider has none. */
  readonly connectBatches: (connection: Connection, price: Price) => Promise<ModelBatches | null>;
}

/**
 * The only way to a model. No caller keeps an opened model longer than one run, so a change of provider
 * reaches every consumer.
 */
export class ModelService implements ModelGateway, BatchGateway {
  readonly #deps: ModelServiceDeps;

  constructor(deps: ModelServiceDeps) {
    this.#deps = deps;
  }

  /** For a conversation. */
  async open(profile: string | null, whose: Whose, modelId?: string): Promise<Model> {
    return await this.#open(this.#choose(profile, modelId), whose);
  }

  /** For work in the background: specification › Model profile, `worker_profile`. */
  async openWorker(whose: Whose): Promise<Model> {
    return await this.#open(this.#choose(this.#deps.settings().workerProfile), whose);
  }

  async openBatches(): Promise<ModelBatches | null> {
    const { connectBatches, known } = this.#deps;
    const choice = this.#choose(null);
    switch (choice.kind) {
      case 'demo':
        return null;
      case 'connection': {
        const { modelId, price } = choice.connection;
        const hasPrice = known.prices.has(modelId) || isKnown(modelId, known.catalog);
        return await connectBatches(choice.connection, batchPrice(price, hasPrice));
      }
      case 'refusal':
        throw choice.refusal;
    }
  }

  /**
   * Takes the model of conversations through one empty answer that comes from no network, so that its code is loaded and
   * has run before the first conversation. @throws what keeps it from being connected
   */
  async rehearse(): Promise<void> {
    const choice = this.#choose(null);
    if (choice.kind !== 'connection' || choice.connection.provider === 'cloud_hosted') return;
    const model = await this.#deps.connect(choice.connection, 'offline');
    const request = {
      system: '',
      messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }],
      tools: [],
    } as const;
    for await (const event of model.stream(request, new AbortController().signal))
      if (event.type === 'end') return;
  }

  /**
   * What a draft would reach if it were a model profile, laid over the profile of this name. Sends and saves nothing.
   * @throws Refusal profile_unknown
   */
  outline(draft: Draft, profile: string | null): Outline {
    const { settings, known } = this.#deps;
    const found = outline(draft, profile, settings(), known);
    if (found === null) throw refuse.profile_unknown({ profile });
    return found;
  }

  /**
   * Opens it without retries, with the window that is stated: what was learnt of this model is forgotten, and what its
   * server says of a request that is too long is learnt. Its key is masked in everything that comes back, although the
   * engine does not know it.
   */
  async openOnce(connection: Connection): Promise<Model> {
    const { knownSecrets, windows } = this.#deps;
    await windows.forget(connection);
    const own = connection.key === null ? [] : [connection.key];
    const masked = [...knownSecrets.unmistakableFor(EVERYONE), ...own];
    return new RedactingModel(await this.#fitting(connection), { unmistakable: () => masked });
  }

  #choose(profile: string | null, modelId?: string): Choice {
    return choose(this.#deps.settings(), profile, this.#deps.known, modelId);
  }

  async #open(choice: Choice, whose: Whose): Promise<Model> {
    switch (choice.kind) {
      case 'demo':
        return await this.#deps.demo();
      case 'connection':
        return await this.#connected(choice.connection, whose);
      case 'refusal':
        throw choice.refusal;
    }
  }

  async #connected(connection: Connection, whose: Whose): Promise<Model> {
    const { clock, knownSecrets, known } = this.#deps;
    const fitted = await this.#fitting(connection);
    const own = new SameOriginThoughts(fitted, connection);
    const taken = new ImagesWhereTaken(own, connection.capabilities);
    const model = new RedactingModel(new RetryingModel(taken, clock), {
      unmistakable: () => knownSecrets.unmistakableFor(whose),
      heldBack: () => knownSecrets.heldBackFor(whose),
    });
    const fast = fastOf(connection, known);
    return fast === null ? model : new WithFastModel(model, () => this.#connected(fast, whose));
  }

  async #fitting(connection: Connection): Promise<FittingModel> {
    const { connect, windows } = this.#deps;
    return new FittingModel(
      await connect(await this.#fitted(connection), 'network'),
      connection,
      (facts) => connect({ ...connection, ...facts }, 'network'),
      (tokens) => windows.learn(connection, tokens),
    );
  }

  /** With the window that the model has shown to have. */
  async #fitted(connection: Connection): Promise<Connection> {
    const contextWindow = await this.#deps.windows.of(connection);
    if (contextWindow === connection.contextWindow) return connection;
    return { ...connection, contextWindow, outputLimit: answerWithin(contextWindow, connection.outputLimit) };
  }
}
