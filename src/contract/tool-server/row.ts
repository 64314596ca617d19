import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Client } from '../client.ts';
import type { socketRows } from '../http/rows.ts';
import type { Scope } from '../../core/trust/people/model.ts';
import type { Guarded } from '../row.ts';

/** The engine, as the tools of the tool server ask it. */
export type EngineClient = Client<typeof socketRows>;

/** Whose runs a host sees: those of this user's own processes, or those of all clients that show the secret over HTTP. */
export type Principal = 'stdio' | 'http';

/** A question to the person at the host. */
export type HostQuestion =
  | {
      readonly kind: 'words';
      readonly message: string;
      /** Empty: only free words. */
      readonly options: readonly string[];
      readonly allowFreeText: boolean;
    }
  /** A secret is typed into a page of the engine, and never into the host. */
  | { readonly kind: 'page'; readonly message: string; readonly url: string };

/** Null: the person declined, or closed the question. */
export type HostAnswer = { readonly text: string } | null;

/** How a tool asks the person at the host. */
export interface Elicitation {
  readonly words: boolean;
  readonly page: boolean;
  /**
   * Asks, until `signal` aborts. Some hosts answer by calling the tool again: then this throws what the handle must pass
   * on, and the next call is `resumed` with what was given as `place`.
   */
  ask(question: HostQuestion, place: string, signal: AbortSignal): Promise<HostAnswer>;
  /** Its place comes from the host: trust it as little as an argument. */
  readonly resumed: { readonly place: string; readonly answer: HostAnswer } | null;
}

export interface ProducedFile {
  readonly name: string;
  /** Base64. */
  readonly data: string;
  readonly size: number;
}

/** The call, and what it may do besides returning its result. */
export interface ToolServerIo {
  readonly principal: Principal;
  /** What the host calls itself: untrusted text. */
  readonly client: string | null;
  /** Aborts when the host cancels the call; not when it goes away. */
  readonly signal: AbortSignal;
  /** Tells the host what is happening, in plain words. */
  readonly progress: (message: string) => void;
  /** Null where the host cannot ask. */
  readonly elicitation: Elicitation | null;
  /** The page of the engine, where its owner can answer and store secrets; null where the host's person cannot open it. */
  readonly page: () => string | null;
  /** The folder that a process over stdio was started in; null where it is of no use. */
  readonly startFolder: StartFolder | null;
  /** Where the index of runs is kept; null where it is not. */
  readonly stateDir: string | null;
  /** Says that the index of runs may have changed. */
  readonly runsChanged: () => void;
}

export interface StartFolder {
  /** Null if there is no such file. @throws Refusal */
  read(path: string): Promise<ProducedFile | null>;
}

export interface ResourceLink {
  readonly uri: string;
  readonly name: string;
}

export interface ToolServerResult<Output> {
  readonly structured: Output | RefusedOutput;
  /** The tool did not do what it was asked to; `structured` says why. */
  readonly isError?: true;
  /** What a host without structured content shows; by default the structured content as JSON. */
  readonly text?: string;
  /** A second text for such a host, apart from the first one, which it may show to a person as it is. */
  readonly note?: string;
  readonly links?: readonly ResourceLink[];
}

/** Hints for the host; it must not rely on them for servers that it does not trust. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One tool of the tool server. It knows no library of the protocol. */
export interface ToolServerRow<
  Name extends string = string,
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
> {
  readonly name: Name;
  /** Who may call it, as of a route. A host without the token of a person acts as the owner. */
  readonly who: Guarded['who'];
  /** The scope that the token of a person needs for it. */
  readonly needs: Scope;
  readonly title: string;
  /** What the host's model reads. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  /** A ProblemError or refusal that it throws becomes a result that names the problem. */
  readonly handle: (
    engine: EngineClient,
    input: Static<Input>,
    io: ToolServerIo,
  ) => Promise<ToolServerResult<Static<Output>>>;
}

export type AnyToolServerRow = Omit<ToolServerRow, 'handle'> & {
  // oxlint-disable-next-line typescript/no-explicit-any -- the one place where tools of all types meet
  readonly handle: (engine: EngineClient, input: any, io: ToolServerIo) => Promise<ToolServerResult<any>>;
};

export const toolServerRow = <const Name extends string, Input extends TObject, Output extends TSchema>(
  row: ToolServerRow<Name, Input, Output>,
): ToolServerRow<Name, Input, Output> => row;

/** What a tool answers when it refuses: some libraries check a result against one schema, whether it succeeded or not. */
const Refused = Type.Object({
  code: Type.String({ description: 'Stable, in snake_case' }),
  error: Type.String({ description: 'What happened, and what to do' }),
});

export type RefusedOutput = Static<typeof Refused>;

/** The schema of everything that a tool may return, as protocol revisions before 2026 require it: of type object. */
export const outputSchemaOf = ({ output }: Pick<ToolServerRow, 'output'>): Record<string, unknown> => ({
  type: 'object',
  anyOf: [output, Refused],
});
