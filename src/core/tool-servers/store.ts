import type { PinnedDefinition } from './model.ts';

/** Reads only; writes go through `Journal.commit`. */
export interface ToolServerStore {
  /**
   * The accepted definitions of a server at a place, by name; null if none were ever accepted, which differs from a
   * server that had no tools then.
   */
  accepted(server: string, place: string): Promise<readonly PinnedDefinition[] | null>;
}
