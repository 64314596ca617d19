import { WRAPS } from '../kernel/around.ts';
import type { Says } from '../kernel/says.ts';
import type { Model, ModelEvent, ModelRequest } from './model.ts';

/**
 * A model that wraps another one: the same facts, another behaviour. Every wrapper extends it, so none loses a member.
 * It does not forward `openFast`, because the fast model would come without the wrapper.
 */
export abstract class ModelAround implements Model {
  protected readonly model: Model;

  constructor(model: Model) {
    this.model = model;
  }

  get [WRAPS](): Model {
    return this.model;
  }

  get id(): string {
    return this.model.id;
  }

  get provider(): string {
    return this.model.provider;
  }

  get contextWindow(): number {
    return this.model.contextWindow;
  }

  get toolShare(): Model['toolShare'] {
    return this.model.toolShare;
  }

  get outputLimit(): number {
    return this.model.outputLimit;
  }

  get price(): Model['price'] {
    return this.model.price;
  }

  get searches(): boolean {
    return this.model.searches ?? false;
  }

  async unready(): Promise<readonly Says[] | null> {
    return (await this.model.unready?.()) ?? null;
  }

  abstract stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
