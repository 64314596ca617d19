import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Wire } from './wires/wire.ts';

/**
 * One client for both sides of a comparison. It keeps connections open, so that connecting is not measured.
 */
const kept = new Agent({ keepAlive: true, maxSockets: 64 });

async function send(
  method: string,
  url: string,
  body?: object,
  agent: Agent = kept,
): Promise<IncomingMessage> {
  const outgoing = request(url, {
    method,
    agent,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}

async function read(response: IncomingMessage): Promise<string> {
  const body = await text(response);
  const { statusCode = 0 } = response;
  if (statusCode >= 300) throw new Error(`answered with ${statusCode}: ${body}`);
  return body;
}

export const get = async (url: string): Promise<string> => await read(await send('GET', url));

export const put = async (url: string, body: object): Promise<string> =>
  await read(await send('PUT', url, body));

export const post = async (url: string, body: object): Promise<string> =>
  await read(await send('POST', url, body));

export const remove = async (url: string): Promise<string> => await read(await send('DELETE', url));

/** @throws when the two servers answer a GET of the path with different bytes: then their rates cannot be compared. */
export async function theSame(oneUrl: string, otherUrl: string, path: string): Promise<void> {
  const [one, other] = [await withHeaders(oneUrl + path), await withHeaders(otherUrl + path)];
  if (one !== other) throw new Error(`GET ${path} has two answers:\n${one}\n${other}`);
}

/** The headers that do not differ by the moment, and the body. */
async function withHeaders(url: string): Promise<string> {
  const answer = await send('GET', url);
  const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return `${lines.toSorted().join('\n')}\n\n${await read(answer)}`;
}

/** Opens a session and returns the URL of its runs. */
export async function newSession(engineUrl: string): Promise<string> {
  const { sessionId } = JSON.parse(await read(await send('POST', `${engineUrl}/api/sessions`, {}))) as {
    sessionId: string;
  };
  return `${engineUrl}/api/sessions/${sessionId}/run`;
}

export interface Answered {
  /** From sending the request to the first text. */
  readonly firstTextMs: number;
  /** From sending the request to the event that ends the answer. */
  readonly totalMs: number;
  readonly text: string;
}

const ENDS = new Set(['done', 'end']);

type Read = (
  event: string | undefined,
  data: string,
) => { readonly type: string; readonly text?: string } | null;

/** The events that the engine and the proxy write. */
const ours: Read = (event, data) => {
  const { text: said } = JSON.parse(data) as { text?: string };
  if (event === 'error') throw new Error(`the stream ended with an error: ${data}`);
  return { type: event ?? '', ...(said === undefined ? {} : { text: said }) };
};

/** Sends the request to the provider directly. */
export const askBare = async (providerUrl: string, wire: Wire, body: object): Promise<Answered> =>
  await converse(providerUrl + wire.path, body, { readEvent: (_event, data) => wire.read(data) });

/** Sends the request and reads the stream to its end. */
export async function converse(
  url: string,
  body: object,
  { readEvent = ours, onText }: { readonly readEvent?: Read; readonly onText?: (text: string) => void } = {},
): Promise<Answered> {
  const startedAt = performance.now();
  let firstTextMs = NaN;
  let totalMs = NaN;
  const texts: string[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const said = readEvent(event, data);
      if (said?.type === 'text') {
        if (texts.length === 0) firstTextMs = performance.now() - startedAt;
        texts.push(said.text ?? '');
        onText?.(said.text ?? '');
      } else if (said && ENDS.has(said.type)) totalMs = performance.now() - startedAt;
    },
  });
  const response = await send('POST', url, body);
  if (response.statusCode !== 200) await read(response);
  response.setEncoding('utf8');
  for await (const piece of response) parser.feed(piece as string);
  if (Number.isNaN(totalMs)) throw new Error(`the stream of ${url} was cut`);
  return { firstTextMs, totalMs, text: texts.join('') };
}

/** Polls /health and resolves with the first 200. */
export async function untilHealthy(url: string): Promise<void> {
  const fresh = new Agent({ keepAlive: false });
  for (;;) {
    try {
      await read(await send('GET', `${url}/health`, undefined, fresh));
      return;
    } catch {
      await sleep(1);
    }
  }
}
