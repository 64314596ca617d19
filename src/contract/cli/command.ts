import type { Client } from '../client.ts';
import type { Says } from '../words/says.ts';
import type { httpRows } from '../http/rows.ts';
import { say, type Tell } from './says.ts';

/** The commands after `node dist/index.js`, as data. */

/**
 * 0 done, 1 refused, 2 usage error, 70 internal error, 78 unusable configuration (sysexits.h); 141 where the reader of the
 * output left before its end, as a shell says of a program that SIGPIPE ended.
 */
export const EXIT = { done: 0, refused: 1, usage: 2, fault: 70, setup: 78, unread: 141 } as const;

/** An option has a value that cannot be meant. */
export class WrongOption extends Error {
  /** What it takes. */
  readonly says: Says;

  constructor(says: Says) {
    super(says.code);
    this.says = says;
  }
}

/** A command that changes something names no change. */
export class NothingToChange extends WrongOption {
  constructor() {
    super(say('option.nothing_to_change'));
  }
}

/** The parsed command line. */
export interface CommandInput {
  /** In the order of the row: optional and repeated ones come last. */
  readonly args: readonly string[];
  readonly json: boolean;
  /** Names of the switches that are on. */
  readonly switches: ReadonlySet<string>;
  /** By option name; options that were not given are absent. */
  readonly options: ReadonlyMap<string, string>;
  /** The same for options with several values. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** What is typed. Its words in the help stand in `contract/words/<language>/commands.ts`, by the command and this name. */
export interface Said {
  readonly name: string;
  /** What a route says of it in its own document, where there are no words for it. */
  readonly described?: Described;
}

export interface Described {
  /** In English. */
  readonly text: string;
  readonly notes: readonly Says[];
}

/** What has names that people know, and ids that they do not. */
export type KindOfName =
  | 'api'
  | 'assistant'
  | 'collection'
  | 'contact'
  | 'deal'
  | 'entity'
  | 'server'
  | 'task'
  | 'thread'
  | 'trigger'
  | 'workflow';

/** The commands with code of their own: each does more than ask one route. Every other one asks its route, and no more. */
export type OwnCommand =
  | 'answer'
  | 'backup create'
  | 'backup drill'
  | 'backup restore'
  | 'backup send'
  | 'backup upload'
  | 'backup verify'
  | 'changes keep'
  | 'changes list'
  | 'changes undo'
  | 'chat'
  | 'config set'
  | 'contacts import'
  | 'data import'
  | 'data insert'
  | 'erase'
  | 'export'
  | 'google connect'
  | 'google disconnect'
  | 'import'
  | 'mcp login'
  | 'migrate accept'
  | 'migrate send'
  | 'openapi'
  | 'run'
  | 'runs replay'
  | 'say'
  | 'secret list'
  | 'secret set'
  | 'status'
  | 'storage copy'
  | 'task done'
  | 'task show'
  | 'transcribe'
  | 'trigger add'
  | 'workflow add'
  | 'workflow follow'
  | 'workflow retry'
  | 'workflow run'
  | 'workflow status';

/** A command, and what it does. */
export interface CommandRow {
  readonly name: string;
  readonly described?: Described;
  /** Required unless marked as optional. */
  readonly args?: readonly (Said & {
    readonly optional?: true;
    /** For the last argument: takes all following words. */
    readonly many?: true;
  })[];
  /** Whether it can print JSON. */
  readonly json?: true;
  readonly switches?: readonly Said[];
  /** Groups of switches and options of which at most one may be given. */
  readonly apart?: readonly (readonly string[])[];
  readonly options?: readonly (Said & {
    /** The placeholder of its value in the help. */
    readonly value: string;
    /** Takes several values: all following words. */
    readonly many?: true;
    /** May be repeated. */
    readonly repeats?: true;
  })[];
  /** Before the last lines of its help. */
  readonly list?: readonly { readonly name: string; readonly takes: Says; readonly text: string }[];
  /** Its subcommands. */
  readonly commands?: readonly CommandRow[];
  /** The route that it asks. */
  readonly asks?: RouteCommand;
  /** Another route, where the command line means that one. */
  readonly insteadAsks?: (input: CommandInput) => RouteCommand | undefined;
  /** Its code in the terminal, which gets the request for the route, too. */
  readonly own?: OwnCommand;
}

/**
 * A command that calls one route and prints its answer, without code of its own in the terminal. `--json` prints the
 * answer unchanged.
 */
export interface RouteCommand {
  /** The operation id of the route. */
  readonly calls: string;
  /** Builds the route's input from the command line. */
  readonly request?: (input: CommandInput) => unknown;
  /** The printed lines of the answer. Cells of a line are printed side by side; empty ones are left out. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the one place where answers of all types meet
  readonly lines?: (answer: any, tell: Tell) => readonly Line[];
  /** The message when there are no lines. */
  readonly none?: Says;
  /** The message when it is done. */
  readonly done?: Says | ((input: CommandInput) => Says);
  /** What is said beside the lines. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the one place where answers of all types meet
  readonly remarks?: (answer: any) => readonly string[];
  /** The answer is a file: the path to keep it at, where nothing may be, or null to print it. */
  readonly saves?: (input: CommandInput) => string | null;
  /** What to do when the engine stops in the middle, as a sentence. */
  readonly whenGone: Says;
  /** The message for an invalid name or id, as a sentence. */
  readonly whenNothing?: Says;
  /** What its names mean, where a route takes those of several kinds. */
  readonly named?: KindOfName;
  /** Looks up what the command takes away or agrees to, before it asks; `--yes` does not ask. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the request is that of any route
  readonly asksFirst?: (client: Client<typeof httpRows>, request: any, tell: Tell) => Promise<TakenAway>;
  /** By the code of a refusal: what is said in its place, made of its own sentence. */
  readonly whenRefused?: Readonly<Record<string, (detail: string) => Says | string>>;
}

export interface TakenAway {
  /** What is shown before it is asked. */
  readonly shows?: readonly Line[];
  /** What would go or begin, as a sentence without its full stop; null where nothing has to be asked. */
  readonly goes: string | null;
  /** Without its question mark. */
  readonly question: string;
  readonly undone: string;
  /** The request for what was looked up. */
  readonly request: unknown;
  /** In the place of `done` of the command. */
  readonly done?: string;
}

export type Line = string | readonly string[];
