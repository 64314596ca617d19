import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Static, TSchema } from 'typebox';
import type { Problem } from './problem.ts';
import type { ByteBody, BytesRow, EventSchemas, EventsRow, JsonRow, Route } from './row.ts';
import type { Routes } from './routes.ts';

export { withoutCutLetters } from './folded-letters.ts';

/** The part of `fetch` that the client uses; a test, a browser and a local socket each bring their own. */
export type Transport = (url: string, init: TransportInit) => Promise<TransportResponse>;
export interface TransportInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Sent;
  readonly signal?: AbortSignal;
}
/** A body that is not JSON. */
export type Sent = Blob | Uint8Array<ArrayBuffer>;

export interface TransportResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  text(): Promise<string>;
}

/** The server refused the request and gave a reason. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

type PathOf<R> = R extends `${string} ${infer Path}` ? Path : never;
type Names<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Part<Key extends string, Schema> = Schema extends TSchema
  ? object extends Static<Schema>
    ? { readonly [K in Key]?: Static<Schema> }
    : { readonly [K in Key]: Static<Schema> }
  : unknown;

type BodyPart<Body> = Body extends ByteBody ? { readonly body: Sent } : Part<'body', Body>;

type Request<R extends Route, Query, Body, Headers> = ([Names<PathOf<R>>] extends [never]
  ? unknown
  : { readonly params: { readonly [Name in Names<PathOf<R>>]: string } }) &
  Part<'query', Query> &
  BodyPart<Body> &
  Part<'headers', Headers> & { readonly signal?: AbortSignal };

type Args<T> = object extends T ? [request?: T] : [request: T];

export type ClientEvent<Events extends EventSchemas> = {
  [Type in keyof Events & string]: {
    /** Null for one that is not stored: do not resume from it. */
    readonly id: number | null;
    readonly type: Type;
    readonly data: Static<Events[Type]>;
  };
}[keyof Events & string];

export interface ClientStream<Events extends EventSchemas> {
  readonly runId: string | null;
  readonly events: AsyncIterable<ClientEvent<Events>>;
}

type Call<Row> =
  Row extends EventsRow<infer R, infer Query, infer Body, infer Headers, infer Events>
    ? (...args: Args<Request<R, Query, Body, Headers>>) => Promise<ClientStream<Events>>
    : Row extends BytesRow<infer R, infer Query, infer Headers>
      ? (...args: Args<Request<R, Query, undefined, Headers>>) => Promise<TransportResponse>
      : Row extends JsonRow<infer R, infer Query, infer Body, infer Headers, infer Returns>
        ? (
            ...args: Args<Request<R, Query, Body, Headers>>
          ) => Promise<Returns extends TSchema ? Static<Returns> : undefined>
        : never;

/** The client's input for a call of this row; undefined where it is optional. */
export type RequestTo<Row> = Call<Row> extends (...given: infer Given) => unknown ? Given[0] : never;

/** What the call resolves to. */
export type AnswerOf<Row> = Call<Row> extends (...given: never[]) => Promise<infer Answer> ? Answer : never;

export type Client<Rows> = { readonly [Operation in keyof Rows]: Call<Rows[Operation]> };

/** A call of any row. */
export interface AnyRequest {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly headers?: Record<string, unknown>;
  readonly signal?: AbortSignal;
}

/**
 * A client of the rows behind these routes, typed by them: `client['threads.get']({ params: { id } })`.
 * Every call throws ProblemError when it is refused, and what the transport throws when there is no answer.
 */
export function createClient<Rows>(
  routes: Routes<Rows>,
  options: {
    readonly baseUrl: string;
    readonly transport: Transport;
    readonly headers?: Record<string, string>;
  },
): Client<Rows> {
  const calls = Object.entries<Routes[string]>(routes).map(([operation, [route, answer]]) => {
    const call = async (request: AnyRequest = {}) => {
      const [method = 'GET', path = ''] = route.split(' ');
      const response = await options.transport(`${options.baseUrl}${addressOf(path, request)}`, {
        method,
        headers: { ...options.headers, ...headersOf(request) },
        ...(request.body === undefined ? {} : { body: sentBody(request.body) }),
        ...(request.signal ? { signal: request.signal } : {}),
      });
      if (!response.ok) throw new ProblemError(JSON.parse(await response.text()) as Problem);
      switch (answer) {
        case 'json':
          return JSON.parse(await response.text()) as unknown;
        case 'empty':
          // A connection can be used for the next request once its answer was read.
          await response.text();
          return undefined;
        case 'events':
          return { runId: response.headers.get('svc-run-id'), events: eventsIn(response) };
        case 'bytes':
          return response;
      }
    };
    return [operation, call] as const;
  });
  return Object.fromEntries(calls) as unknown as Client<Rows>;
}

function addressOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const filled = path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function headersOf({ headers = {}, body }: AnyRequest): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ...(body === undefined ? {} : { 'content-type': isSent(body) ? OCTETS : 'application/json' }),
  };
}

/** The content type of `OCTETS` in row.ts; the page takes no code from there. */
const OCTETS = 'application/octet-stream';

export const isSent = (body: unknown): body is Sent => body instanceof Blob || body instanceof Uint8Array;

const sentBody = (body: unknown): string | Sent => (isSent(body) ? body : JSON.stringify(body));

/** Parses Server-Sent Events like the HTML standard; leaving the loop closes the connection. */
async function* eventsIn(response: TransportResponse): AsyncGenerator<ClientEvent<EventSchemas>> {
  const decoder = new TextDecoder();
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    parser.feed(decoder.decode(piece, { stream: true }));
    const arrived = events;
    events = [];
    for (const { id, event, data } of arrived)
      yield {
        id: id === undefined ? null : Number(id),
        type: event ?? 'message',
        data: JSON.parse(data) as never,
      };
  }
}
