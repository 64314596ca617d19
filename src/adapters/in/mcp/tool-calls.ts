import { ProblemError } from '../../../contract/client.ts';
import { refuseRequest, toProblem, type Problem } from '../../../contract/problem.ts';
import {
  outputSchemaOf,
  type AnyToolServerRow,
  type Elicitation,
  type EngineClient,
  type Principal,
  type StartFolder,
  type ToolAnnotations,
  type ToolServerResult,
} from '../../../contract/tool-server/row.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { isWellFormed } from '../../../core/kernel/well-formed.ts';
import type { Ids } from '../../../core/ports/ids.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { Validator, Violation } from '../../../core/ports/validator.ts';
import { refuse } from './errors.ts';
import { mcpLimits } from './limits.ts';
import { say } from '../../../contract/request-says.ts';

export interface ToolCallsDeps {
  readonly tools: readonly AnyToolServerRow[];
  /** As whom the call of this moment is made. */
  readonly engine: () => EngineClient;
  /**
   * Whether they may call the tool, which is asked before anything of the call is looked at.
   * @throws Refusal not_signed_in, owner_only, scope_too_narrow
   */
  readonly admit: (tool: Pick<AnyToolServerRow, 'who' | 'needs'>) => Promise<void>;
  /** Whether a call of the engine failed because the engine went away. */
  readonly isLostConnection: (error: unknown) => boolean;
  readonly principal: Principal;
  readonly page: () => string | null;
  readonly startFolder: StartFolder | null;
  readonly stateDir: string | null;
  readonly runsChanged: () => void;
  readonly validator: Validator;
  readonly ids: Ids;
  readonly log: Log;
}

/** What the host brings to one call. */
export interface HostCall {
  readonly client: string | null;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly elicitation: Elicitation | null;
}

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown> & { readonly type: 'object' };
  readonly outputSchema: Record<string, unknown> & { readonly type: 'object' };
  readonly annotations: ToolAnnotations & { readonly title: string };
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string };

export interface CallResult {
  readonly content: Content[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

/** The host called a tool that is not in the list. */
export class UnknownTool extends Error {
  constructor(name: string) {
    super(`There is no tool ${JSON.stringify(name.slice(0, mcpLimits.clientNameChars))}.`);
    this.name = 'UnknownTool';
  }
}

/** Something failed inside; the log has the details under this id. */
export class ToolFault extends Error {
  constructor(id: string) {
    super(`The tool failed internally. The log of the server has the details under ${id}.`);
    this.name = 'ToolFault';
  }
}

/** The tools, as both eras of the protocol serve them. */
export class ToolCalls {
  readonly #deps: ToolCallsDeps;
  readonly #rows: ReadonlyMap<string, AnyToolServerRow>;
  /** In a fixed order. */
  readonly definitions: readonly ToolDefinition[];

  constructor(deps: ToolCallsDeps) {
    this.#deps = deps;
    this.#rows = new Map(deps.tools.map((row) => [row.name, row]));
    this.definitions = deps.tools.map(definitionOf);
  }

  /**
   * What a tool refuses is a result that names the problem, so that the host's model can do something about it.
   * @throws UnknownTool, ToolFault, and what the elicitation of an era throws
   */
  async call(name: string, args: unknown, host: HostCall): Promise<CallResult> {
    const row = this.#rows.get(name);
    if (!row) throw new UnknownTool(name);
    const { engine, validator, ids, log, principal, page, startFolder, stateDir, runsChanged } = this.#deps;
    const id = ids.next();
    const unworded = (thrown: unknown) =>
      log.error('a refusal has no words', { id, tool: name, error: thrown });
    try {
      await this.#deps.admit(row);
      const input = args ?? {};
      if (!isWellFormed(input)) throw refuseRequest.invalid_encoding({}, say('request.half_in_arguments'));
      const violations = validator.check(row.input, input);
      if (violations.length > 0) throw wrongArguments(violations);
      const { client, signal, progress, elicitation } = host;
      const ours = { principal, page, startFolder, stateDir, runsChanged };
      return resultOf(await row.handle(engine(), input, { ...ours, client, signal, progress, elicitation }));
    } catch (error) {
      if (error instanceof ProblemError) return refusedWith(error.problem);
      if (isRefusal(error)) return refusedWith(toProblem(error, id, unworded));
      if (this.#deps.isLostConnection(error)) return refusedWith(toProblem(refuse.engine_lost(), id));
      if (error instanceof AskedAgain || host.signal.aborted) throw error;
      log.error('a tool failed', { id, tool: name, error });
      throw new ToolFault(id);
    }
  }
}

/** The host answers by calling again; an era throws it out of the call and phrases it. */
export class AskedAgain extends Error {}

function definitionOf(row: AnyToolServerRow): ToolDefinition {
  const { name, title, summary, input, annotations } = row;
  return {
    name,
    title,
    description: summary,
    inputSchema: input as unknown as ToolDefinition['inputSchema'],
    outputSchema: outputSchemaOf(row) as ToolDefinition['outputSchema'],
    annotations: { title, ...annotations },
  };
}

function resultOf({ structured, isError, text, note, links = [] }: ToolServerResult<unknown>): CallResult {
  return {
    ...(isError ? { isError } : {}),
    content: [
      { type: 'text', text: text ?? JSON.stringify(structured) },
      ...(note === undefined ? [] : [{ type: 'text' as const, text: note }]),
      ...links.map((link) => ({ type: 'resource_link' as const, ...link })),
    ],
    structuredContent: structured as Record<string, unknown>,
  };
}

/**
 * A problem of the engine as hosts are told it: its code, one sentence and its facts, without what belongs to HTTP. Ids have
 * the names that the tools take, so a host can go on with them.
 */
function refusedWith(problem: Problem): CallResult {
  const { type: _type, title: _title, status: _status, detail: _detail, ...told } = problem;
  const { instance, code, error, runId, sessionId, ...facts } = told;
  const structured = {
    code,
    error: code === 'internal' ? internalWith(instance) : error,
    ...facts,
    ...(runId === undefined ? {} : { run_id: runId }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
  };
  return {
    content: [{ type: 'text', text: JSON.stringify(structured) }],
    structuredContent: structured,
    isError: true,
  };
}

const internalWith = (id: string): string =>
  `The engine failed internally. Its log has the details under ${id}. Try again; if it fails again, tell the person who runs it.`;

function wrongArguments(all: readonly Violation[]): Error {
  const violations = all.slice(0, MOST_VIOLATIONS);
  const wrong = violations.map(({ path, says }) =>
    say('request.argument', { place: argumentAt(path), why: says }),
  );
  return refuseRequest.invalid_request(
    { violations },
    say('request.arguments', { wrong, more: all.length - violations.length }),
  );
}

const MOST_VIOLATIONS = 20;

/** "/files/0/name" is the argument "files.0.name". */
const argumentAt = (pointer: string): string | null =>
  pointer === '' ? null : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');

/** A name that a host gives itself, on one line and of bounded length. */
export const clientNamed = (name: unknown): string | null =>
  typeof name === 'string' && name.trim() !== ''
    ? name.replace(/\p{C}/gu, ' ').trim().slice(0, mcpLimits.clientNameChars)
    : null;
