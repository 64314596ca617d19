import type { Caller, Consent } from '../../../conversation/consent/port.ts';
import { aborted, firstOf, OVER } from '../../../kernel/abort.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { refusePeople } from '../../../kernel/people-refusals.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { toolLimits } from '../../../kernel/limits.ts';
import { beginningOf } from '../../../trust/untrusted/untrusted.ts';
import { FINDER } from '../window/offer.ts';
import { runLimits } from '../limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log, Masked } from '../../../ports/log.ts';
import type { RequestedToolCall, ToolCallBlock } from '../../../ports/model.ts';
import {
  OF_TOOL_SERVERS,
  type CallProgress,
  type ToolOutcome,
  type ToolResult,
} from '../../../ports/tools.ts';
import type { Tool, ToolCallContext } from '../port.ts';
import type { Validator, Violation } from '../../../ports/validator.ts';
import type { Words } from '../../../ports/words.ts';
import { decodedInput, stepsOf } from './decoded-input.ts';

export interface ToolCallsDeps {
  readonly consent: Consent;
  readonly clock: Clock;
  readonly validator: Validator;
  readonly log: Log;
  readonly words: Words;
  /** Masks the values of secrets in a tool's result before the model or a reader sees it. */
  readonly masked: Masked;
}

/** Of schemas beside a mistake. */
const FIELD_CHARS = 2_000;

const fieldsOf = (schema: object): readonly string[] =>
  Object.keys((schema as { readonly properties?: object }).properties ?? {});

/**
 * What the fields that are wrong take: a small window is shown them briefly (`briefTool`), and a weak model reads better
 * what stands beside its mistake. As many of them as have room.
 */
function wholeFieldsOf({ inputSchema }: Tool, violations: readonly Violation[]): string {
  const { properties = {} } = inputSchema as { readonly properties?: Readonly<Record<string, unknown>> };
  const wrong = new Set(violations.flatMap(({ path }) => stepsOf(path)[0] ?? []));
  let left = FIELD_CHARS;
  const whole = [...wrong].flatMap((name) => {
    const schema = Object.hasOwn(properties, name) ? JSON.stringify(properties[name]) : undefined;
    if (schema === undefined || schema.length > left) return [];
    left -= schema.length;
    return [`${name}: ${schema}`];
  });
  return whole.length === 0 ? '' : ` In full: ${whole.join('; ')}.`;
}

/** Before the names of tools in the format of some models. */
const NAMESPACE = 'functions.';

export const failed = (output: string): ToolOutcome => ({ output, success: false });

/** What becomes of the calls that a model asks for. Never throws: a failed call does not fail the run. */
export type CarriesOutCalls = Pick<ToolCalls, 'carryOut'>;

/** Carries out the calls that models ask for. */
export class ToolCalls {
  readonly #deps: ToolCallsDeps;

  constructor(deps: ToolCallsDeps) {
    this.#deps = deps;
  }

  /**
   * A call as its tool can read it (`decodedInput`), by the name of the tool without what weak models put before it. Unchanged
   * for an unknown tool, and where it must not be carried out.
   */
  read<Call extends RequestedToolCall | ToolCallBlock>(tools: readonly Tool[], call: Call): Call {
    if ('problem' in call) return call;
    const named = (name: string) => tools.find((each) => each.name === name);
    const tool =
      named(call.name) ??
      (call.name.startsWith(NAMESPACE) ? named(call.name.slice(NAMESPACE.length)) : undefined);
    if (!tool) return call;
    const { name, inputSchema } = tool;
    const check = (each: JsonObject) => this.#deps.validator.check(inputSchema, each);
    return { ...call, name, input: decodedInput(call.input, check, fieldsOf(inputSchema)) };
  }

  /**
   * Carries out one call. Never throws: any failure becomes a failed outcome whose text lets the model correct itself,
   * because a failed call does not fail the run. Resolves at once when the run is aborted, and after the tool's time
   * limit, even if the tool hangs; a tool that waits for a person has no such limit. A call that changes files is
   * always awaited: it stops on its signal, and says whether the change was made.
   */
  async carryOut(
    tools: readonly Tool[],
    call: ToolCallBlock,
    caller: Caller,
    given: Omit<ToolCallContext, 'toolCallId' | 'staysAtHost' | 'personId' | 'canAsk' | 'waited'>,
  ): Promise<ToolResult> {
    const tool = tools.find(({ name }) => name === call.name);
    if (!tool) {
      const known = tools.some(({ name }) => name === FINDER)
        ? `${FINDER} finds those that there are.`
        : `The tools are: ${tools.map(({ name }) => name).join(', ')}.`;
      const hint = call.name.startsWith(OF_TOOL_SERVERS) ? ` ${AWAY}` : '';
      return failed(`There is no tool named "${call.name}".${hint} ${known}`);
    }
    try {
      const violations = this.#deps.validator.check(tool.inputSchema, call.input);
      if (violations.length > 0) {
        const list = violations
          .map(({ path, says }) => `${path || 'input'} ${this.#deps.words.inEnglish(says)}`)
          .join('; ');
        const whole = wholeFieldsOf(tool, violations);
        return failed(
          `The input does not fit the tool's schema: ${list}.${whole} Correct it and call again.`,
        );
      }
      const { personId, canAsk } = caller;
      if (tool.mayUse?.(personId) === false) throw refusePeople.not_usable();
      tool.precheck?.(call.input, { runId: given.runId, personId });
      const waited = (ms: number) => caller.waited(ms);
      const progressed = ({ message, ...share }: CallProgress) =>
        given.progressed({
          ...share,
          message: message === null ? null : this.#deps.masked(message, personId),
        });
      const context = { ...given, toolCallId: call.toolCallId, personId, canAsk, waited, progressed };
      const { staysAtHost, input } = await this.#deps.consent.permit({
        tool,
        input: call.input,
        tools,
        context,
        caller,
      });
      // Consent may have waited for a person.
      if (given.signal.aborted) return failed(ABORTED);
      return await this.#result(tool, { ...call, input }, { ...context, staysAtHost });
    } catch (error) {
      if (isRefusal(error)) {
        // The message refers the owner to the log.
        if (error.kind === 'storage' || error.kind === 'storage_full')
          this.#deps.log.error('storage failed', {
            tool: call.name,
            toolCallId: call.toolCallId,
            code: error.code,
            error: error.cause,
          });
        return failed(this.#deps.masked(this.#deps.words.inEnglish(error.says), caller.personId));
      }
      this.#deps.log.error('tool call failed', { tool: call.name, toolCallId: call.toolCallId, error });
      return failed(
        `The tool "${call.name}" failed with an internal error. Repeating the call will not help.`,
      );
    }
  }

  async #result(tool: Tool, call: ToolCallBlock, context: ToolCallContext): Promise<ToolResult> {
    const isUncapped = tool.waitsForPerson || tool.boundsItsTime;
    const deadline = isUncapped ? null : this.#deps.clock.deadline(toolLimits.callMs);
    const stop = firstOf(context.signal, ...(deadline ? [deadline.signal] : []));
    const over = new AbortController();
    try {
      const result = tool.call(call.input, { ...context, signal: stop.signal });
      const stopped = aborted(stop.signal)
        // An answer that was given a moment before must not be lost.
        .then(() =>
          tool.waitsForPerson ? this.#deps.clock.sleep(runLimits.abortGraceMs, over.signal) : undefined,
        )
        .then((): ToolResult => failed(context.signal.aborted ? ABORTED : TOO_LONG));
      const { output, success, told } = tool.holdsPaths
        ? await result
        : await Promise.race([result, stopped]);
      // Mask before cutting: half a secret would not be found.
      const outcome = shortened(
        { output: this.#deps.masked(output, context.personId), success },
        tool.outputChars,
      );
      return told === undefined ? outcome : { ...outcome, told };
    } finally {
      over.abort(OVER);
      stop.release();
      deadline?.cancel();
    }
  }
}

const AWAY =
  'Its tool server is away, or the tool waits until your owner accepts it (`svc mcp` shows which): say so instead of trying again.';
export const ABORTED = 'The run was stopped during this call, or before it. It may still have had an effect.';
const TOO_LONG = 'The call took too long and was given up.';

function shortened(outcome: ToolOutcome, maxChars: number = toolLimits.outputChars): ToolOutcome {
  if (outcome.output.length <= maxChars) return outcome;
  return {
    ...outcome,
    output: `${beginningOf(outcome.output, maxChars)}\n[cut: ${outcome.output.length - maxChars} more characters]`,
  };
}
