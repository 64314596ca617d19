import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Elicitation, HostQuestion } from '../../../../contract/tool-server/row.ts';
import { AskedAgain, ToolFault, UnknownTool, type HostCall, type ToolCalls } from '../tool-calls.ts';
import { answerIn, formFor } from './elicit-schema.ts';
import { hostCall } from './host-call.ts';
import { INSTRUCTIONS } from './instructions.ts';

export interface ModernServerDeps {
  readonly calls: ToolCalls;
  readonly version: string;
  /** Whether the host has gone away: its calls end then, and what they started goes on. */
  readonly isGone: () => boolean;
  /** Adds to the tools that are there. */
  readonly beside?: ((server: Server, calls: ToolCalls, call: CallHandler) => void) | undefined;
}

type CallHandler = (
  request: { readonly params: { readonly name: string; readonly arguments?: unknown } },
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>;

/** The key of the one question that a call may ask at a time. */
const QUESTION = 'question';

/** A server for protocol revision 2026-07-28: of one request over HTTP, of one connection over stdio. */
export function modernServer({ calls, version, isGone, beside }: ModernServerDeps): Server {
  const server = new Server(
    { name: 'svc', title: 'svc', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...calls.definitions] as never }));
  const call: CallHandler = async ({ params }, context) => {
    try {
      const result = await calls.call(params.name, params.arguments, called(context, isGone));
      return server.projectCallToolResult({ ...result } as CallToolResult, undefined);
    } catch (error) {
      if (error instanceof Question) return asked(error);
      if (error instanceof UnknownTool)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
      // Only our own sentences leave: an error of a library may name what it failed on.
      const message = error instanceof ToolFault ? error.message : 'The call was stopped.';
      throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
  };
  server.setRequestHandler('tools/call', call);
  beside?.(server, calls, call);
  return server;
}

/** The host asks its person, and calls again with the answer and the place. */
class Question extends AskedAgain {
  readonly question: HostQuestion;
  readonly place: string;

  constructor(question: HostQuestion, place: string) {
    super('the host is asked');
    this.question = question;
    this.place = place;
  }
}

function asked({ question, place }: Question) {
  const { message } = question;
  const request =
    question.kind === 'page'
      ? inputRequired.elicitUrl({ message, url: question.url })
      : inputRequired.elicit({ message, requestedSchema: formFor(question) });
  // What kind of answer to expect travels with the place; both are checked again.
  return inputRequired({ inputRequests: { [QUESTION]: request }, requestState: `${question.kind} ${place}` });
}

function called({ mcpReq }: ServerContext, isGone: () => boolean): HostCall {
  const info = inEnvelope(mcpReq, CLIENT_INFO_META_KEY) as { readonly name?: unknown } | undefined;
  return hostCall({
    signal: mcpReq.signal,
    progressToken: mcpReq._meta?.progressToken,
    clientName: info?.name,
    isGone,
    notify: (params) => mcpReq.notify({ method: 'notifications/progress', params }),
    elicitation: elicitationOf(mcpReq),
  });
}

/** Its type does not name its members. */
const inEnvelope = ({ envelope }: ServerContext['mcpReq'], key: string): unknown =>
  (envelope as Readonly<Record<string, unknown>> | undefined)?.[key];

function elicitationOf(mcpReq: ServerContext['mcpReq']): Elicitation | null {
  const { inputResponses, requestState } = mcpReq;
  const capabilities = inEnvelope(mcpReq, CLIENT_CAPABILITIES_META_KEY) as
    | { readonly elicitation?: { readonly form?: unknown; readonly url?: unknown } }
    | undefined;
  const offered = capabilities?.elicitation;
  if (!offered) return null;
  const page = offered.url !== undefined;
  const state = requestState<string>();
  const [kind = '', place = ''] = typeof state === 'string' ? state.split(' ') : [];
  return {
    words: offered.form !== undefined || !page,
    page,
    resumed:
      state === undefined
        ? null
        : { place, answer: answerIn(inputResponses?.[QUESTION], kind === 'page' ? 'page' : 'words') },
    ask: (question, at) => Promise.reject(new Question(question, at)),
  };
}
