import type { ContainerModuleLoadOptions } from 'inversify';
import type { Services } from '../core/features.ts';
import type { Token } from './token.ts';

/**
 * The wiring of one feature, without parameters: what differs between two engines (settings, the process, opened
 * databases) is bound as well. `all.ts` lists the modules; `boot`, the benchmarks and the tests load that list.
 */
export interface Module {
  readonly name: string;
  /** The bindings of the module; other modules use the same tokens. */
  readonly tokens: Readonly<Record<string, Token<unknown>>>;
  readonly bind: (options: ContainerModuleLoadOptions) => void;
  /** The services that the surfaces may call, by the names used there. */
  readonly services?: { readonly [Name in keyof Services]?: Token<Services[Name]> };
  /** Render the results of its tools for the model, by tool name. */
  readonly renderers?: object;
  /** Runs once, in the order of the list, before anything is served. An error ends the start. */
  readonly start?: (starting: Starting) => Promise<void> | void;
  /**
   * Loads what the first requests need and a start can do without; done once the engine can be reached. It writes
   * nothing and reaches no network. What it throws is ignored: the request that needs it meets it, too.
   */
  readonly warm?: (get: Get) => Promise<void> | void;
  /**
   * Begins what reaches other machines by itself, once the engine can be reached. Waits for nothing. `isLasting`: the
   * engine serves a port or a host, and is not there for one command of the terminal.
   */
  readonly reachOut?: (get: Get, life: { readonly isLasting: boolean }) => void;
  /** Refuses new work and ends what runs; called before anything is stopped. */
  readonly drain?: (get: Get, why: DrainFor) => Promise<void>;
}

/** Why an engine drains: it stops, or it is quiet for the safety backup of a restore, and stops then. */
export type DrainFor = 'stop' | 'restore';

export type Get = <T>(id: Token<T>) => T;

export interface Starting {
  readonly get: Get;
  /** See `reachOut`. */
  readonly isLasting: boolean;
  /** Binds a part that can only be made now. An existing binding, as of a test, stays. */
  readonly set: <T>(id: Token<T>, make: () => Promise<T> | T) => Promise<void>;
  /** Called when the engine stops, in reverse order, also if the start fails later. */
  readonly onStop: (name: string, stop: () => Promise<void> | void) => void;
}
