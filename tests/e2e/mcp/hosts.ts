import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { closedAfterwards } from '../../harness/afterwards.ts';
import { openTestPipes, type TestPipes, type ToolServerOptions } from '../../harness/tool-server.ts';
import { until } from '../http/wire.ts';

/** What a test reads of a result. */
export type Structured = Record<string, unknown> & {
  readonly run_id: string;
  readonly session_id: string;
  readonly code?: string;
};

export interface Called {
  readonly structured: Structured;
  readonly isError: boolean;
  readonly content: readonly { readonly type: string; readonly uri?: string; readonly text?: string }[];
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly message?: string | undefined }) => void;
  readonly timeout?: number;
}

/** An agent host with the official client of its era. */
export interface Host {
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Called>;
  /** Polls until this holds. */
  polled(run: Pick<Structured, 'run_id'>, holds: (polled: Structured) => boolean): Promise<Structured>;
  close(): Promise<void>;
}

/** What a person at the host answers; null declines. */
export type Answers = (asked: {
  readonly message: string;
  readonly options: readonly string[];
}) => string | null | Promise<string | null>;

type AnyClient = Pick<LegacyClient, 'close'> & {
  callTool: (params: never, ...rest: never[]) => Promise<unknown>;
};

function hostWith(
  client: AnyClient,
  callOf: (params: object, options: CallOptions) => Promise<unknown>,
): Host {
  const call: Host['call'] = async (name, args = {}, options = {}) => {
    const result = (await callOf({ name, arguments: args }, options)) as {
      readonly structuredContent: Structured;
      readonly isError?: boolean;
      readonly content: Called['content'];
    };
    const { structuredContent: structured, isError = false, content } = result;
    return { structured, isError, content };
  };
  return {
    call,
    polled: async ({ run_id: runId }, holds) => {
      let last: Structured | undefined;
      await until('the run is there', async () => {
        last = (await call('svc_poll', { run_id: runId })).structured;
        return holds(last);
      });
      return last as Structured;
    },
    close: closedAfterwards(() => client.close()),
  };
}

const INFO = { name: 'a test host', version: '1' };

function answersIn(answers: Answers) {
  return async ({ params }: { readonly params: unknown }) => {
    const { message, requestedSchema } = params as {
      readonly message: string;
      readonly requestedSchema: {
        readonly properties: { readonly answer: { readonly enum?: readonly string[] } };
      };
    };
    const answer = await answers({ message, options: requestedSchema.properties.answer.enum ?? [] });
    return answer === null
      ? { action: 'decline' as const }
      : { action: 'accept' as const, content: { answer } };
  };
}

async function legacyHost(transport: Transport, answers?: Answers): Promise<Host> {
  const client = new LegacyClient(INFO, { capabilities: answers ? { elicitation: {} } : {} });
  if (answers) client.setRequestHandler(ElicitRequestSchema, answersIn(answers));
  await client.connect(transport);
  // With the list, the client checks each result against the output schema of its tool.
  await client.listTools();
  return hostWith(client as never, (params, options) => client.callTool(params as never, undefined, options));
}

const headersOf = (secret?: string) => ({
  requestInit: { headers: secret === undefined ? {} : { Authorization: `Bearer ${secret}` } },
});

/** A host over Streamable HTTP, of a revision up to 2025-11-25. */
export const httpHost = (url: URL, answers?: Answers, secret?: string): Promise<Host> =>
  legacyHost(new LegacyHttp(url, headersOf(secret)) as Transport, answers);

/** A host over the transport of revision 2024-11-05. */
export const sseHost = (url: URL, answers?: Answers): Promise<Host> =>
  legacyHost(new SSEClientTransport(new URL('/sse', url)), answers);

/** A host of revision 2026-07-28, over HTTP. */
export async function modernHost(url: URL, answers?: Answers): Promise<Host> {
  const client = new ModernClient(INFO, {
    capabilities: answers ? { elicitation: {} } : {},
    versionNegotiation: { mode: 'auto' },
  });
  if (answers) client.setRequestHandler('elicitation/create', answersIn(answers) as never);
  await client.connect(new ModernHttp(url));
  await client.listTools();
  return hostWith(client as never, (params, options) => client.callTool(params as never, options));
}

/** The host's end of a pair of pipes. */
export function pipesTransport(pipes: TestPipes): Transport {
  let read = pipes.got.length;
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => pipes.send(message),
    close: async () => transport.onclose?.(),
  };
  pipes.onGot(() => {
    for (; read < pipes.got.length; read += 1) transport.onmessage?.(pipes.got[read] as never);
  });
  return transport;
}

/** A host that has started the tool server as a process of its own; here it is a pair of pipes in this process. */
export async function pipesHost(
  options: ToolServerOptions,
  answers?: Answers,
): Promise<Host & { stop(): Promise<void> }> {
  const pipes = await openTestPipes(options);
  const host = await legacyHost(pipesTransport(pipes), answers);
  return { ...host, stop: async () => void (await Promise.all([host.close(), pipes.stop()])) };
}
