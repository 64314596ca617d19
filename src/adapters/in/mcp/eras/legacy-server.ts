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
import { UnknownTool, type HostCall, type ToolCalls } from '../tool-calls.ts';
import { answerIn, formFor } from './elicit-schema.ts';
import { hostCall } from './host-call.ts';
import { INSTRUCTIONS } from './instructions.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

export interface LegacyServerDeps {
  readonly calls: ToolCalls;
  readonly version: string;
  /** Whether the host has gone away: its calls end then, and what they started goes on. */
  readonly isGone: () => boolean;
  /** Adds to the tools that are there. */
  readonly beside?: ((server: Server, calls: ToolCalls, call: CallHandler) => void) | undefined;
}

type CallHandler = (
  request: { readonly params: { readonly name: string; readonly arguments?: unknown } },
  extra: Extra,
) => Promise<CallToolResult>;

/** The server of one connection, for protocol revisions up to 2025-11-25. */
export function legacyServer({ calls, version, isGone, beside }: LegacyServerDeps): Server {
  const server = new Server(
    { name: 'svc', title: 'svc', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...calls.definitions] as never }));
  const call: CallHandler = async ({ params }, extra) => {
    try {
      return { ...(await calls.call(params.name, params.arguments, called(server, extra, isGone))) };
    } catch (error) {
      throw rpcErrorOf(error);
    }
  };
  server.setRequestHandler(CallToolRequestSchema, call);
  beside?.(server, calls, call);
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

const called = (server: Server, extra: Extra, isGone: () => boolean): HostCall =>
  hostCall({
    signal: extra.signal,
    progressToken: extra._meta?.progressToken,
    clientName: server.getClientVersion()?.name,
    isGone,
    notify: (params) => extra.sendNotification({ method: 'notifications/progress', params }),
    elicitation: elicitationOf(server, extra),
  });

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
