import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Elicitation } from '../../../../contract/tool-server/row.ts';
import { mcpLimits } from '../limits.ts';
import { clientNamed, UnknownTool, type HostCall, type ToolCalls } from '../tool-calls.ts';
import { answerIn, formFor } from './elicit-schema.ts';
import { INSTRUCTIONS } from './instructions.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

export interface LegacyServerDeps {
  readonly calls: ToolCalls;
  readonly version: string;
  /** Whether the host has gone away: its calls end then, and what they started goes on. */
  readonly isGone: () => boolean;
  /** Tools, resources and prompts of a conformance suite. */
  readonly fixtures: ((server: Server, calls: ToolCalls, call: CallHandler) => void) | null;
}

type CallHandler = (
  request: { readonly params: { readonly name: string; readonly arguments?: unknown } },
  extra: Extra,
) => Promise<CallToolResult>;

/** The server of one connection, for protocol revisions up to 2025-11-25. */
export function legacyServer({ calls, version, isGone, fixtures }: LegacyServerDeps): Server {
  const server = new Server(
    { name: 'svc', title: 'svc', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...calls.definitions] as never }));
  const call: CallHandler = async ({ params }, extra) => {
    try {
      return { ...(await calls.call(params.name, params.arguments, hostCall(server, extra, isGone))) };
    } catch (error) {
      throw rpcErrorOf(error);
    }
  };
  server.setRequestHandler(CallToolRequestSchema, call);
  fixtures?.(server, calls, call);
  return server;
}

/** Only our own sentences leave: an error of a library may name what it failed on. */
const rpcErrorOf = (error: unknown): McpError =>
  error instanceof UnknownTool
    ? new McpError(ErrorCode.InvalidParams, error.message)
    : new McpError(
        ErrorCode.InternalError,
        (error as Error | null)?.name === 'ToolFault' ? (error as Error).message : 'The call was stopped.',
      );

function hostCall(server: Server, extra: Extra, isGone: () => boolean): HostCall {
  const token = extra._meta?.progressToken;
  let progress = 0;
  const cancelled = new AbortController();
  const stop = () => isGone() || cancelled.abort();
  extra.signal.addEventListener('abort', stop, { once: true });
  // A cancellation may come before the library begins with its request.
  if (extra.signal.aborted) stop();
  return {
    client: clientNamed(server.getClientVersion()?.name),
    signal: cancelled.signal,
    progress: (message) => {
      if (token === undefined || extra.signal.aborted) return;
      progress += 1;
      const params = { progressToken: token, progress, message };
      // A host that is gone misses it.
      extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    elicitation: elicitationOf(server, extra),
  };
}

function elicitationOf(server: Server, { requestId, signal: called }: Extra): Elicitation | null {
  const offered = server.getClientCapabilities()?.elicitation;
  if (!offered) return null;
  const page = offered.url !== undefined;
  // Before 2025-11-25 the capability had no members, and meant forms.
  const words = offered.form !== undefined || !page;
  return {
    words,
    page,
    resumed: null,
    ask: async (question, _place, signal) => {
      const { message } = question;
      const options = { timeout: mcpLimits.elicitationMs, relatedRequestId: requestId, signal };
      const params =
        question.kind === 'page'
          ? { mode: 'url' as const, message, url: question.url, elicitationId: randomUUID() }
          : { mode: 'form' as const, message, requestedSchema: formFor(question) };
      try {
        return answerIn(await server.elicitInput(params, options), question.kind);
      } catch (error) {
        if (called.aborted) throw error;
        // The person did not answer in time, or the host cannot ask after all.
        return null;
      }
    },
  };
}
