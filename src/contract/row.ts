import type { JsonObject } from '../core/kernel/json.ts';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { ConsentClass, ConsentDemand, Judged } from '../core/ports/tools.ts';
import type { Services } from '../core/features.ts';
import type { ToolEffect, ToolFamily } from '../core/ports/tools.ts';
import type { UsableBy } from '../core/instance/usable-by/model.ts';
import type { ToolCallContext } from '../core/execution/runs/port.ts';
import type { Told } from '../core/ports/told.ts';
import type { Refusal } from '../core/kernel/refusal.ts';
import type { Asker, Scope, Who } from '../core/trust/people/model.ts';
import type { Visitor } from '../core/trust/sign-in/model.ts';
import type { CommonCode } from './problem.ts';

/**
 * A row is one promise to the outside, as data: the route, its validation, the OpenAPI document
 * and the typed client are derived from it. There are five kinds of result: `json`, `events`, `bytes` over HTTP, `tool` for
 * the model, `command` for the terminal.
 */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Given<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

declare const isBytes: unique symbol;

/** The schema of a body that is bytes and not JSON: it is made by `byteBody`, and read by the handle, piece by piece. */
export type ByteBody = TSchema & { readonly [isBytes]: true };

/** A body of any bytes, sent as `application/octet-stream`: a type that no form of another page can send. */
export const byteBody = (description: string): ByteBody =>
  Type.Unsafe<never>({ type: 'string', contentMediaType: OCTETS, description }) as unknown as ByteBody;

export const isByteBody = (schema: TSchema | undefined): schema is ByteBody =>
  (schema as { readonly contentMediaType?: unknown } | undefined)?.contentMediaType === OCTETS;

export const OCTETS = 'application/octet-stream';

type GivenBody<Schema> = Schema extends ByteBody ? AsyncIterable<Uint8Array> : Given<Schema>;

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

export interface Input<Path extends string, Query, Body, Headers> {
  readonly params: { readonly [Name in ParamsOf<Path>]: string };
  readonly query: Given<Query>;
  /** Bytes are read from the connection as they are taken; a client that disconnects ends them with a refusal. */
  readonly body: GivenBody<Body>;
  readonly headers: Given<Headers>;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Who sent the request; nobody is known to an open row, whose handle must not look. */
  readonly asker: Asker;
  /** The entrance that the request came through. */
  readonly door: Door;
}

/** Whether clients must log in here, and whether this one is let in by a login. */
export interface DoorState {
  readonly required: boolean;
  readonly loggedIn: boolean;
  /** People sign in here, not only the owner. */
  readonly people?: true;
}

export { isOwnToken } from '../core/trust/sign-in/model.ts';
export { proofOfOwner, scopes, type Asker, type Proof, type SignedIn } from '../core/trust/people/model.ts';
export type { Client, Visitor } from '../core/trust/sign-in/model.ts';
export type { Guarded } from '../core/trust/people/policy.ts';

/** The entrance of a port, for one request. Wrong tokens and logins are slowed down as everywhere on that port. */
export interface Door {
  /** @throws Refusal too_many_attempts */
  readonly state: () => Promise<DoorState>;
  /**
   * Gives the client a login for the token; where none is required it gives nothing, and says so.
   * @throws Refusal unauthenticated, too_many_attempts, disk_full, storage_error
   */
  readonly logIn: (token: string) => Promise<DoorState>;
  /** Ends the login of this client and takes it back; repeatable. @throws Refusal disk_full, storage_error */
  readonly logOut: () => Promise<void>;
  /** Who has come, as far as that is known. */
  readonly visitor: () => Promise<Visitor>;
  /** Marks the browser, so that only it can finish what it begins; the mark lasts some minutes. @returns the mark */
  readonly bind: () => string;
  /** The mark that the browser has; null without one. */
  readonly bound: () => string | null;
  /** Gives the client this session; the one that it had ends. */
  readonly give: (session: string) => Promise<void>;
}

export interface HttpRow<
  Path extends Route = Route,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Headers extends TObject | undefined = TObject | undefined,
> {
  readonly route: Path;
  /** Who may ask for it: `core/trust/people/policy.ts` says what each word means. */
  readonly who: Who;
  /** The scope that a token needs for it; absent: by who may ask, and whether it only shows something. */
  readonly needs?: Scope;
  /** One sentence for the reader of the document. */
  readonly summary: string;
  /** Codes of refusals beyond those that any route may answer with. */
  readonly refuses: readonly string[];
  readonly query?: Query;
  readonly body?: Body;
  /** The size limit of the body, where it exceeds the default. */
  readonly bodyBytes?: number;
  /** A body of another type than JSON counts as none, instead of being refused (specification › Backup operations). */
  readonly otherBodiesIgnored?: true;
  /** The service itself checks the body against this schema, because its messages are better. */
  readonly bodyCheckedByService?: true;
  /** Path parameters are passed on unchecked, because the service's messages are better. */
  readonly paramsCheckedByService?: true;
  /** By lower-case name; like in a query, unknown ones are ignored. */
  readonly headers?: Headers;
  /** Not in the specification: an addition of ours, marked in the document. */
  readonly ours?: true;
  /**
   * Answered without a token, under any host name, and while there is no engine behind the listener:
   * it reveals only a status, and its handle does not touch the services.
   */
  readonly open?: true;
  /** Answered, too, while the engine restarts for a restore: its handle relies on nothing that is stopped then. */
  readonly duringRestore?: true;
  /** It is served while the server of the data is away, too. */
  readonly withoutData?: true;
  /** Answered without a token, after Host and Origin were checked: it tells and changes nothing but the client's login, or what its own proof allows. */
  readonly withoutToken?: true;
  /** Served on the private socket alone: on ports there is no such route, and the document leaves it out. */
  readonly privateOnly?: true;
}

/** Made by `privateJson`, so that the type of a table of rows tells which ones ports do not serve. */
export interface PrivateOnly {
  readonly privateOnly: true;
}

type Handle<R extends HttpRow, Result> =
  R extends HttpRow<infer Path, infer Query, infer Body, infer Headers>
    ? (services: Services, input: Input<Path, Query, Body, Headers>) => Promise<Result>
    : never;

export interface JsonRow<
  Path extends Route = Route,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Headers extends TObject | undefined = TObject | undefined,
  Returns extends TSchema | undefined = TSchema | undefined,
> extends HttpRow<Path, Query, Body, Headers> {
  readonly kind: 'json';
  readonly status: 200 | 201 | 202 | 204;
  /** When the answer is 200 instead: the result that `already` marks was there before the request. */
  readonly already?: string;
  readonly returns?: Returns;
  readonly handle: Handle<HttpRow<Path, Query, Body, Headers>, DeepReadonly<Given<Returns>>>;
}

const ALREADY = Symbol('already');

/** Marks the result of a row with `already`: the request made nothing new. @returns the result */
export const already = <Result extends object>(result: Result): Result =>
  Object.defineProperty(result, ALREADY, { value: true });

export const isAlready = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && ALREADY in result;

export interface StreamEvent {
  /** Null for one that is not stored: it cannot be resumed from. */
  readonly id: number | null;
  readonly type: string;
  readonly data: unknown;
}

/** Events come in batches; a batch may share one write. */
export interface EventStream {
  readonly headers: Readonly<Record<string, string>>;
  readonly events: AsyncIterable<readonly StreamEvent[]>;
}

export type EventSchemas = Readonly<Record<string, TSchema>>;

export interface EventsRow<
  Path extends Route = Route,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Headers extends TObject | undefined = TObject | undefined,
  Events extends EventSchemas = EventSchemas,
> extends HttpRow<Path, Query, Body, Headers> {
  readonly kind: 'events';
  readonly status: 200;
  readonly events: Events;
  /** The answer names the run in `Svc-Run-Id`, and its events end with the run. */
  readonly namesRun?: true;
  /** Refuses before it streams; later failures are events. */
  readonly handle: Handle<HttpRow<Path, Query, Body, Headers>, EventStream>;
  /** The same in one JSON body, for clients that accept nothing else. */
  readonly whole?: {
    /** What the body may be, by status. */
    readonly returns: Readonly<Record<number, TSchema>>;
    /** Refuses where the stream would end with an error. Null when the client has disconnected. */
    readonly handle: Handle<HttpRow<Path, Query, Body, Headers>, WholeAnswer | null>;
  };
}

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Bytes {
  readonly contentType: string;
  /** With a name, the response is an attachment. */
  readonly fileName?: string;
  readonly sizeBytes?: number;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface BytesRow<
  Path extends Route = Route,
  Query extends TObject | undefined = TObject | undefined,
  Headers extends TObject | undefined = TObject | undefined,
> extends HttpRow<Path, Query, undefined, Headers> {
  readonly kind: 'bytes';
  readonly status: 200;
  /** The content types for the document; unset where it varies between answers. */
  readonly sends?: string | readonly string[];
  readonly handle: Handle<HttpRow<Path, Query, undefined, Headers>, Bytes>;
}

/** Rows for a surface, which validates the input and so does not need its types. */
export type AnyHttpRow = (JsonRow | (Omit<EventsRow, 'whole'> & { readonly whole?: AnyWhole }) | BytesRow) & {
  // oxlint-disable-next-line typescript/no-explicit-any -- the one place where rows of all types meet
  readonly handle: any;
};
type AnyWhole = Omit<NonNullable<EventsRow['whole']>, 'handle'> & {
  // oxlint-disable-next-line typescript/no-explicit-any -- see AnyHttpRow
  readonly handle: any;
};
export type HttpRows = Readonly<Record<string, AnyHttpRow>>;

/** A feature's refusals by code, as declared with `refusals`. */
type Refusals = Readonly<Record<string, (...given: never[]) => Refusal>>;

/** A row in source form, which may name only the codes of these refusals. */
type Written<Row extends HttpRow, Left extends keyof Row, Refuse> = Omit<
  Row,
  'refuses' | 'privateOnly' | Left
> & {
  readonly refuses: readonly Exclude<keyof Refuse & string, CommonCode>[];
};

/**
 * Makes rows that may name the codes of these refusals: `rowsRefusing<typeof refuse>()`, of several features
 * `rowsRefusing<typeof refuseRuns & typeof refuseThreads>()`. A code that none of them declares does not compile.
 */
export const rowsRefusing = <Refuse extends Refusals>() => ({
  json: <
    const Path extends Route,
    Query extends TObject | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    Headers extends TObject | undefined = undefined,
    Returns extends TSchema | undefined = undefined,
  >(
    row: Written<JsonRow<Path, Query, Body, Headers, Returns>, 'kind', Refuse>,
  ): JsonRow<Path, Query, Body, Headers, Returns> => ({ kind: 'json', ...row }),

  /** The same, served on the private socket alone. */
  privateJson: <
    const Path extends Route,
    Query extends TObject | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    Headers extends TObject | undefined = undefined,
    Returns extends TSchema | undefined = undefined,
  >(
    row: Written<JsonRow<Path, Query, Body, Headers, Returns>, 'kind', Refuse>,
  ): JsonRow<Path, Query, Body, Headers, Returns> & PrivateOnly => ({
    kind: 'json',
    ...row,
    privateOnly: true,
  }),

  events: <
    const Path extends Route,
    Query extends TObject | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    Headers extends TObject | undefined = undefined,
    const Events extends EventSchemas = EventSchemas,
  >(
    row: Written<EventsRow<Path, Query, Body, Headers, Events>, 'kind' | 'status', Refuse>,
  ): EventsRow<Path, Query, Body, Headers, Events> => ({ kind: 'events', status: 200, ...row }),

  /** The same, served on the private socket alone. */
  privateEvents: <
    const Path extends Route,
    Query extends TObject | undefined = undefined,
    Body extends TSchema | undefined = undefined,
    Headers extends TObject | undefined = undefined,
    const Events extends EventSchemas = EventSchemas,
  >(
    row: Written<EventsRow<Path, Query, Body, Headers, Events>, 'kind' | 'status', Refuse>,
  ): EventsRow<Path, Query, Body, Headers, Events> & PrivateOnly => ({
    kind: 'events',
    status: 200,
    ...row,
    privateOnly: true,
  }),

  bytes: <
    const Path extends Route,
    Query extends TObject | undefined = undefined,
    Headers extends TObject | undefined = undefined,
  >(
    row: Written<BytesRow<Path, Query, Headers>, 'kind' | 'status', Refuse>,
  ): BytesRow<Path, Query, Headers> => ({ kind: 'bytes', status: 200, ...row }),
});

/** Makes rows that name no code of their own. */
export const { json, events, bytes } = rowsRefusing<Record<never, never>>();

/** The call, and what it may do in its run besides returning its result. */
export type ToolIo = ToolCallContext;

export type ToolInput<Input extends TObject> = DeepReadonly<Static<Input>>;

export interface ToolRow<Name extends string = string, Input extends TObject = TObject, Result = unknown> {
  readonly kind: 'tool';
  readonly name: Name;
  /** What the model reads. */
  readonly summary: string;
  /** Tools of one family are offered together, where the task needs them. */
  readonly family: ToolFamily;
  readonly input: Input;
  /** Always, or by the input, which is not checked yet. */
  readonly effect: ToolEffect | ((input: JsonObject) => ToolEffect);
  /** What a call may touch, always or by its input; the consent policy decides whether it may. */
  readonly consent:
    | ConsentClass
    | ((
        input: ToolInput<Input>,
        services: Services,
        judged: Judged,
      ) => ConsentClass | ConsentDemand | Promise<ConsentDemand>);
  /** How it is allowed beforehand, where its name does not do it: see `DeclaredTool`. */
  readonly beforehand?: 'by_host' | 'never';
  /** Refuses what no consent can allow, before the owner is asked. */
  readonly precheck?: (
    services: Services,
    input: ToolInput<Input>,
    io: Pick<ToolIo, 'runId' | 'personId'>,
  ) => void;
  /** Addresses in its results come from others or the owner: the model did not invent them. */
  readonly bringsAddresses?: true;
  /** Has no time limit, and its time does not count as work of the run. */
  readonly waitsForPerson?: true;
  /** Bounds its own time: the engine sets no limit. */
  readonly boundsItsTime?: true;
  /** Whether models see it now; absent: always. */
  readonly isOffered?: (services: Services) => boolean;
  /** Whose runs may use it; absent: everybody's. */
  readonly usableBy?: 'owner' | ((services: Services) => UsableBy);
  /** Changes files, and stops with its signal: its run waits until it has. Made by `fileTool`. */
  readonly holdsPaths?: true;
  /** The longest answer of a tool that bounds itself; without it an answer is cut at `limits.tool.outputChars`. */
  readonly outputChars?: number;
  /** What of memory and of the graph the model is told by a result: it is kept with the run, by ids alone. */
  readonly tells?: (result: NoInfer<Result>) => readonly Told[];
  /** Resolves to its result, which a renderer phrases for the model. A thrown refusal becomes a failed call. */
  readonly handle: (services: Services, input: ToolInput<Input>, io: ToolIo) => Promise<Result>;
}

export type AnyToolRow = Omit<ToolRow, 'handle' | 'consent' | 'precheck' | 'tells'> & {
  // oxlint-disable-next-line typescript/no-explicit-any -- see AnyHttpRow
  readonly tells?: (result: any) => readonly Told[];
  // oxlint-disable-next-line typescript/no-explicit-any -- see AnyHttpRow
  readonly precheck?: (services: Services, input: any, io: Pick<ToolIo, 'runId' | 'personId'>) => void;
  readonly consent:
    | ConsentClass
    | ((
        // oxlint-disable-next-line typescript/no-explicit-any -- see AnyHttpRow
        input: any,
        services: Services,
        judged: Judged,
      ) => ConsentClass | ConsentDemand | Promise<ConsentDemand>);
  // oxlint-disable-next-line typescript/no-explicit-any -- see AnyHttpRow
  readonly handle: any;
};

/** The result of a call of a tool. */
export type ResultOf<Row extends AnyToolRow> = Awaited<ReturnType<Row['handle']>>;

/** The result of the tool with this name, among these rows. */
export type ResultNamed<Rows extends readonly AnyToolRow[], Name extends Rows[number]['name']> = ResultOf<
  Extract<Rows[number], { readonly name: Name }>
>;

export const tool = <const Name extends string, Input extends TObject, Result>(
  row: Omit<ToolRow<Name, Input, Result>, 'kind'>,
): ToolRow<Name, Input, Result> => ({ kind: 'tool', ...row });
