// Room: tool servers of others that the agent uses: connections, pinned definitions, calls. A stranger's
// words are cleaned and pinned, each call asks for consent, and no secret leaves with one.

import type { Because } from '../../kernel/worded.ts';
import type { Says } from '../../kernel/says.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { quoted } from '../../kernel/quoted.ts';

/** No name of the configuration is longer. */
const NAME_CHARS = 100;

/** Where a server is: an address, or a command of this machine as an argument list. */
export type ServerPlace =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'command'; readonly command: readonly string[] };

/** A server of the configuration. Its name is unique among all servers. */
export interface ToolServer {
  readonly name: string;
  readonly place: ServerPlace;
}

/** The address, or the command as one would type it: for people, and to recognise that a server has moved. */
export const placeText = (place: ServerPlace): string =>
  place.kind === 'http' ? new URL(place.url).href : place.command.map(asTyped).join(' ');

const asTyped = (word: string): string => (/^[\w@%+=:,./-]+$/u.test(word) ? word : JSON.stringify(word));

/**
 * The destination of calls to a server, as grants name it. It includes the place, so that a grant does not apply to
 * another server that gets the same name.
 */
export const destinationOf = ({ name, place }: ToolServer): string =>
  `tool server ${quoted(name, NAME_CHARS)} (${placeText(place)})`;

/** A tool in its server's own words. They are a stranger's: clean them before anyone is told. */
export interface Definition {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | null;
  /** Hints about its effects. They are shown to the owner and change nothing. */
  readonly annotations: JsonObject | null;
}

/** A definition that the owner accepted, or that the server had when it was first met. */
export interface PinnedDefinition {
  readonly definition: Definition;
  /** SHA-256 of the definition. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
}

/** What a server has of its tools, and what of that the agent may use. */
export type ToolState =
  /** The agent may call it. */
  | 'offered'
  /** Its definition differs from the accepted one. */
  | 'changed'
  /** It came after the server's tools were accepted. */
  | 'new'
  /** It was accepted, and the server has it no more. */
  | 'gone'
  /** The engine cannot offer it. */
  | 'unusable';

export interface ServerTool {
  /** In its server's spelling, as far as it can be shown. */
  readonly name: string;
  /** The name for models; null unless it could be offered. */
  readonly offeredName: string | null;
  readonly state: ToolState;
  /** Why it is unusable; null otherwise. */
  readonly why: Says | null;
  /** The accepted definition; null if there is none. */
  readonly accepted: PinnedDefinition | null;
  /** The present definition; null if the server has none, or an unusable one. */
  readonly present: { readonly definition: Definition; readonly digest: string } | null;
}

/** How the engine stands with a server. Instants are milliseconds since the epoch. */
export type ServerState =
  | { readonly state: 'connecting' }
  | {
      readonly state: 'connected';
      readonly since: number;
      readonly protocol: string;
      readonly software: string;
    }
  /** Not reached, or lost. */
  | ({ readonly state: 'away'; readonly retryAt: number } & Because);
