import type { Words } from '../../ports/words.ts';
import { consentLimits } from '../../conversation/consent/limits.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { firstOf, OVER } from '../../kernel/abort.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { quote, quoteValue } from '../../kernel/quoted.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { finderOf } from '../../trust/masking/known-values.ts';
import { looksSecret } from '../../trust/masking/redaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { ToolOutcome } from '../../ports/tools.ts';
import type { PromptService } from '../../conversation/prompts/service.ts';
import type { Tool, ToolCallContext } from '../runs/port.ts';
import { untrusted } from '../../trust/untrusted/untrusted.ts';
import { shownProgress, type CallsInProgress } from './calls-in-progress.ts';
import { CallTime } from './call-time.ts';
import { cleanedSchema } from './cleaned-schema.ts';
import { cleanedLine } from './cleaned-text.ts';
import { descriptionFor } from './definitions.ts';
import { refuse } from './errors.ts';
import { ownerForm } from './forms.ts';
import { toolServerLimits as limits } from './limits.ts';
import { destinationOf, placeText, type PinnedDefinition, type ToolServer } from './model.ts';
import type { Form, FormAnswer, ToolServerConnection } from './port.ts';
import { ProgressNews } from './progress-news.ts';
import { outcomeOf } from './results.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

export interface OfferedToolDeps {
  readonly words: Words;
  readonly prompts: Pick<PromptService, 'fill'>;
  readonly knownSecrets: Pick<MaskedFor, 'unmistakableFor' | 'begunFor'>;
  readonly clock: Clock;
  /** Whether runs for this person may use the server. */
  readonly mayUse: (server: string, person: PersonId) => boolean;
  readonly calls: CallsInProgress;
  /**
   * The server's connection, if the tool is still the accepted one.
   * @throws Refusal tool_server_away, tool_changed
   */
  readonly ready: (digest: string, signal: AbortSignal) => Promise<ToolServerConnection>;
}

/** A server's tool as a tool of runs. */
export function offeredTool(
  server: ToolServer,
  name: string,
  { definition, digest }: PinnedDefinition,
  deps: OfferedToolDeps,
): Tool {
  // Its name, by which the owner accepted it; a title may be chosen to deceive.
  const shown = cleanedLine(definition.name, 100);
  const { schema, sent } = cleanedSchema(definition.inputSchema) ?? { schema: {}, sent: (input) => input };
  return {
    name,
    ofServer: server.name,
    description: descriptionFor(server.name, definition),
    inputSchema: schema,
    // What a server says of its tools' effects is not believed.
    effect: 'effect',
    consent: (input) => ({
      class: 'send_outside',
      to: destinationOf(server),
      ofTool: quote(shown, consentLimits.toolChars),
      says: [
        say('server.call', {
          tool: quote(shown, 100),
          server: quote(server.name, 100),
          place: quote(placeText(server.place)),
          isProgram: server.place.kind === 'command',
          input: quoteValue(sent(input), limits.shownInputChars),
        }),
      ],
    }),
    precheck: (input, { personId }) =>
      refuseSecrets(sent(input), deps.knownSecrets.unmistakableFor(personId)),
    boundsItsTime: true,
    mayUse: (person) => deps.mayUse(server.name, person),
    outputChars: limits.resultChars + NOTE_CHARS,
    call: (input, context) => new Call(server, definition.name, context, deps).make(digest, sent(input)),
  };
}

/** The engine's words around a result. */
const NOTE_CHARS = 2_000;
const REFERENCE = /\bsecret:[A-Z][A-Z0-9_]{0,63}\b/u;

/** @throws Refusal secret_for_tool_server */
function refuseSecrets(input: JsonObject, known: readonly string[]): void {
  const finder = finderOf(known);
  const texts = textsIn(input);
  if ([JSON.stringify(input), ...texts].some((text) => REFERENCE.test(text) || finder.isIn(text)))
    throw refuse.secret_for_tool_server();
  if (texts.some(looksSecret)) throw refuse.secret_for_tool_server();
}

/** All texts of a value, the names of fields too; joined, because a secret may be split over neighbours. */
function textsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const rest = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one === 'string') found.push(one);
    else if (typeof one === 'object' && one !== null)
      for (const [key, field] of Object.entries(one)) rest.push(Array.isArray(one) ? '' : key, field);
  }
  return [...found, found.toReversed().join('')];
}

class Call {
  readonly #server: ToolServer;
  readonly #tool: string;
  readonly #context: ToolCallContext;
  readonly #deps: OfferedToolDeps;
  #forms = 0;
  /** What the model is told besides the result. */
  readonly #notes: string[] = [];
  /** A question of a call that is over is withdrawn: the run may have another one. */
  readonly #over = new AbortController();

  constructor(server: ToolServer, tool: string, context: ToolCallContext, deps: OfferedToolDeps) {
    this.#server = server;
    this.#tool = tool;
    this.#context = context;
    this.#deps = deps;
  }

  async make(digest: string, input: JsonObject): Promise<ToolOutcome> {
    try {
      return await this.#made(digest, input);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { output: this.#told(error), success: false };
    }
  }

  /** Why a server is away, and what it answers instead of a result, may be told in its own words. */
  #told({ code, says }: Refusal): string {
    const message = this.#deps.words.inEnglish(says);
    if (!code.startsWith('tool_server_')) return message;
    const source = `the tool server ${cleanedLine(this.#server.name, 100)}`;
    return `The call failed.\n${untrusted({ text: message, source, nonce: this.#context.nonce })}`;
  }

  async #made(digest: string, input: JsonObject): Promise<ToolOutcome> {
    const { signal, nonce } = this.#context;
    const connection = await this.#deps.ready(digest, signal);
    const time = new CallTime(this.#deps.clock, limits.callMs);
    const stop = firstOf(signal, time.signal);
    const shown = this.#deps.calls.begin(this.#tool, this.#context.personId, this.#deps.clock.now());
    const news = new ProgressNews(this.#deps.clock, (progress) =>
      this.#context.progressed(shownProgress(progress, this.#deps.knownSecrets, this.#context.personId)),
    );
    try {
      const result = await connection.call({
        tool: this.#tool,
        input,
        signal: stop.signal,
        fill: (form) => this.#fill(form, time),
        progressed: (done, total, message) => {
          shown.progressed({ done, total, message });
          news.add({ done, total, message });
        },
      });
      const { personId } = this.#context;
      const { knownSecrets } = this.#deps;
      const known = knownSecrets.unmistakableFor(personId);
      const begunIs = knownSecrets.begunFor(personId);
      const outcome = outcomeOf(result, {
        server: this.#server.name,
        tool: this.#tool,
        nonce,
        known,
        begunIs,
      });
      return { ...outcome, output: [...this.#notes, outcome.output].join('\n') };
    } catch (error) {
      if (time.signal.aborted && !signal.aborted) return { output: TOO_LONG, success: false };
      throw error;
    } finally {
      this.#over.abort(OVER);
      shown.end();
      news.end();
      stop.release();
      time.end();
    }
  }

  /** A secret is never asked for, and an owner who cannot be asked sends nothing. */
  async #fill(form: Form, time: CallTime): Promise<FormAnswer> {
    const hidden = (why: string): FormAnswer => {
      this.#notes.push(`A form of the server was declined without asking your owner: ${why}.`);
      return { action: 'decline' };
    };
    if (!this.#context.canAsk) return hidden('your owner cannot be asked in this run');
    if (this.#forms++ >= limits.forms) return hidden(`the call has shown ${limits.forms} forms already`);
    const asked = ownerForm(this.#server.name, form, this.#deps.words);
    if ('hidden' in asked) return hidden(asked.hidden);
    const stop = firstOf(this.#context.signal, this.#over.signal);
    const call = { ...this.#context, signal: stop.signal };
    let wrong: Says | null = null;
    for (let left: number = limits.formTries; ; left--) {
      const { result, ms } = await time.stopped(() =>
        this.#deps.prompts.fill(asked.questions(wrong), call).catch(unlessAsked),
      );
      this.#context.waited(ms);
      if (result === null) return { action: 'cancel' };
      const read = asked.read(result);
      if (read.is === 'content') return { action: 'accept', content: read.content };
      if (read.is === 'declined') return { action: 'decline' };
      if (left === 1) return hidden('the answers did not fit it');
      wrong = read.why;
    }
  }
}

/** While another question of the run waits, a form counts as not answered. */
function unlessAsked(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

const TOO_LONG = `The tool server did not answer within ${limits.callMs / 60_000} minutes, and the call was given up. It may have had an effect.`;
