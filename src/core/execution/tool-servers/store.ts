import type { Json } from '../../kernel/json.ts';

/** Reads only; writes go through `Journal.commit`. */
export interface ToolServerStore {
  /**
   * The accepted definitions of a server at a place, by name; null if none were ever accepted, which differs from a
   * server that had no tools then. They are as they are stored: see `pinFrom`.
   */
  accepted(server: string, place: string): Promise<readonly Json[] | null>;
}
