import type { ContainerModuleLoadOptions } from 'inversify';
import type { Services } from '../core/features.ts';
import type { Token } from './token.ts';

/**
 * The wiring of one feature, without parameters: what differs between two engines (settings, the process, opened
 * databases) is bound, too. `all.ts` lists the modules; `boot`, the benchmarks and the tests load that one list.
 */
export interface Module {
  readonly name: string;
  /** What the module binds; its tokens are also what others ask it for. */
  readonly tokens: Readonly<Record<string, Token<unknown>>>;
  readonly bind: (options: ContainerModuleLoadOptions) => void;
  /** What of it the surfaces may call, under the names that they call it by. */
  readonly services?: { readonly [Name in keyof Services]?: Token<Services[Name]> };
  /** How the results of its tools are told to the model, by the names of the tools. */
  readonly renderers?: object;
  /** Done once, in the order of the list, before anything is served. What it throws ends the start. */
  readonly start?: (starting: Starting) => Promise<void> | void;
  /**
   * Loads what the first requests need and a start can do without; done once the engine can be reached. It writes
   * nothing and reaches no network. What it throws is ignored: the request that needs it meets it, too.
   */
  readonly warm?: (get: Get) => Promise<void> | void;
  /** Takes no new work and ends what runs; before anything is stopped. */
  readonly drain?: (get: Get) => Promise<void>;
}

export type Get = <T>(id: Token<T>) => T;

export interface Starting {
  readonly get: Get;
  /** Binds what could be made only now. Where it is bound already, as tests do, that stays. */
  readonly set: <T>(id: Token<T>, make: () => Promise<T> | T) => Promise<void>;
  /** Done when the engine stops, in reverse order, also when the start fails later. */
  readonly onStop: (name: string, stop: () => Promise<void> | void) => void;
}
