import type { Json } from '../../kernel/json.ts';
import type { PinnedDefinition } from './model.ts';

/** Reads only; writes go through `Journal.commit`. */
export interface ToolServerStore {
  /**
   * The accepted definitions of a server at a place, by name; null if none were ever accepted, which differs from a
   * server that had no tools then. They are as they are stored: see `pinFrom`.
   */
  accepted(server: string, place: string): Promise<readonly Json[] | null>;
}

export type ToolServerChange =
  /** All accepted definitions of a server at a place; those of another place stay until they are forgotten. */
  | {
      readonly change: 'tool-server.accept';
      readonly server: string;
      /** As `placeText` spells it. */
      readonly place: string;
      readonly definitions: readonly PinnedDefinition[];
    }
  /** Everything that was accepted of a server, at any place. */
  | { readonly change: 'tool-server.forget'; readonly server: string };
