import type { PinnedDefinition } from './model.ts';

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
