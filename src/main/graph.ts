import { Container, ContainerModule } from 'inversify';
import type { Services } from '../core/features.ts';
import type { Module } from './module.ts';
import { modules, renderers, servicesOf } from './modules/all.ts';
import { processTokens } from './tokens/process.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { MissingDatabases } from './stores.ts';
import type { Token } from './token.ts';

/** How tests and benchmarks put another part in the place of a bound one, or something around it. */
export interface Rebinding {
  set<T>(id: Token<T>, value: T): void;
  around<T>(id: Token<T>, wrap: (bound: T) => T): void;
}

export type Rebind = (rebinding: Rebinding) => void;

export interface GraphFacts {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly missingDatabases: MissingDatabases;
}

/** Everything that an engine is made of, wired and not yet made: each part is made when it is first asked for. */
export class Graph {
  readonly #container = new Container({ defaultScope: 'Singleton' });

  constructor({ settings, platform, missingDatabases }: GraphFacts, rebind: Rebind = () => undefined) {
    const container = this.#container;
    container.bind(processTokens.settings).toConstantValue(settings);
    container.bind(processTokens.platform).toConstantValue(platform);
    container.bind(processTokens.missingDatabases).toConstantValue(missingDatabases);
    container
      .bind(processTokens.services)
      .toDynamicValue(() => servicesOf(this.get))
      .inSingletonScope();
    container.bind(processTokens.renderers).toConstantValue(renderers);
    container.load(...modules.map(({ bind }: Module) => new ContainerModule(bind)));
    rebind({
      set: (id, value) => {
        if (container.isBound(id)) container.unbind(id);
        container.bind(id).toConstantValue(value);
      },
      around: (id, wrap) => void container.onActivation(id, (_context, bound) => wrap(bound)),
    });
  }

  readonly get = <T>(id: Token<T>): T => this.#container.get(id);

  get services(): Services {
    return this.get(processTokens.services);
  }

  /** Binds what could be made only now; what is bound already stays. */
  async set<T>(id: Token<T>, make: () => Promise<T> | T): Promise<void> {
    if (!this.#container.isBound(id)) this.#container.bind(id).toConstantValue(await make());
  }
}
