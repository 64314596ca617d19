import type { Model, ModelGateway } from '../ports/model.ts';
import { refuse } from './errors.ts';
import { chooseProvider, type ProviderSettings } from './model.ts';

export interface ModelServiceDeps {
  /** Read at every call, so that a change takes effect on the next message. */
  readonly settings: () => ProviderSettings;
  readonly demo: () => Promise<Model>;
}

/** Chooses the model for a run. */
export class ModelService implements ModelGateway {
  readonly #deps: ModelServiceDeps;

  constructor(deps: ModelServiceDeps) {
    this.#deps = deps;
  }

  async open(profile: string | null): Promise<Model> {
    if (profile !== null) throw refuse.profile_unknown({ profile });
    const choice = chooseProvider(this.#deps.settings());
    switch (choice.kind) {
      case 'demo':
        return await this.#deps.demo();
      case 'unsupported':
        throw refuse.provider_unsupported({ provider: choice.named });
    }
  }
}
