// Before inversify, which keeps what it knows of classes there.
import type { Says } from '../core/kernel/says.ts';
import 'reflect-metadata/lite';
import { Container, ContainerModule } from 'inversify';
import type { Services } from '../core/features.ts';
import { DirectoryLock } from './directory-lock.ts';
import type { Module } from './module.ts';
import { modules, renderers, servicesOf } from './modules/all.ts';
import { processTokens } from './tokens.ts';
import type { Restarting } from '../core/ports/restarting.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { MissingDatabases, Waiting } from './stores.ts';
import type { Token } from './token.ts';

/** Lets tests and benchmarks replace or wrap a bound part. */
export interface Rebinding {
  set<T>(id: Token<T>, value: T): void;
  around<T>(id: Token<T>, wrap: (bound: T) => T): void;
}

export type Rebind = (rebinding: Rebinding) => void;

export interface GraphFacts {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly missingDatabases: MissingDatabases;
  readonly restart?: Restarting | null;
  readonly waiting?: Waiting | null;
  readonly lock?: DirectoryLock;
  readonly restoreProblem?: Says | null;
}

/** All parts of an engine, wired but not yet made: each part is made on first use. */
export class Graph {
  readonly #container = new Container({ defaultScope: 'Singleton' });

  constructor(
    {
      settings,
      platform,
      missingDatabases,
      restart = null,
      waiting = null,
      lock = new DirectoryLock(),
      restoreProblem = null,
    }: GraphFacts,
    rebind: Rebind = () => undefined,
  ) {
    const container = this.#container;
    container.bind(processTokens.settings).toConstantValue(settings);
    container.bind(processTokens.platform).toConstantValue(platform);
    container.bind(processTokens.missingDatabases).toConstantValue(missingDatabases);
    container.bind(processTokens.waiting).toConstantValue({ waiting });
    container.bind(processTokens.lock).toConstantValue(lock);
    container.bind(processTokens.restoring).toConstantValue({ restart, problem: restoreProblem });
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

  /** Binds a part that can only be made now; an existing binding stays. */
  async set<T>(id: Token<T>, make: () => Promise<T> | T): Promise<void> {
    if (!this.#container.isBound(id)) this.#container.bind(id).toConstantValue(await make());
  }
}
