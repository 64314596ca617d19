import { ProblemError, type ClientEvent } from '../client.ts';
import type { runEvents } from '../events.ts';
import { placeOf, type CalledRun } from './called-run.ts';
import type { EngineClient, HostAnswer, HostQuestion, ToolServerIo } from './row.ts';

type RunEvent = ClientEvent<typeof runEvents>;
type Prompt = Extract<RunEvent, { type: 'prompt' | 'secret_prompt' }>;

/** A question of the run as the engine shows it to hosts. */
interface OpenQuestion {
  readonly promptId: string;
  readonly question: string;
  readonly options: readonly string[];
}

const DECLINED = 'No answer: the person declined.';
const NOT_ASKED =
  'No answer: the person cannot be asked in a call of svc_run by this host. Say what you need to know, and that svc_run_start can ask for it.';
/** An option that declines; "No limit" does not. */
const PLAIN_NO = /^(?:no|deny|decline|declined)$/iu;

/** The questions of a run that a host follows: they are asked there, beside the run's events. */
export class HostQuestions {
  readonly #engine: EngineClient;
  readonly #run: CalledRun;
  readonly #io: ToolServerIo;
  #asking: { readonly done: Promise<void>; readonly stop: AbortController } | null = null;

  constructor(engine: EngineClient, run: CalledRun, io: ToolServerIo) {
    this.#engine = engine;
    this.#run = run;
    this.#io = io;
  }

  /** Waits for the next event; what asking throws comes out here. */
  async whileOpen<Next>(next: Promise<Next>): Promise<Next> {
    // Of two that fail, one is enough.
    next.catch(() => undefined);
    if (!this.#asking) return await next;
    const answered = this.#asking.done.then(() => null);
    const first = await Promise.race([next.then((value) => ({ value })), answered]);
    return first === null ? await next : first.value;
  }

  /** The run has another event: a question that was open is answered, or is over. */
  goesOn(event: RunEvent, at: number): void {
    if (event.type === 'subagent' || event.type === 'tool_progress') return;
    this.close();
    if (event.type !== 'prompt' && event.type !== 'secret_prompt') return;
    const stop = new AbortController();
    const done = this.#ask(event, at, stop.signal);
    done.catch(() => undefined);
    this.#asking = { done, stop };
  }

  close(): void {
    this.#asking?.stop.abort();
    this.#asking = null;
  }

  /** The host has called again with the answer to this question; an answer to one that is over counts for nothing. */
  async resume(promptId: string, answer: HostAnswer): Promise<void> {
    const open = await this.#open(promptId);
    // The page of a secret is opened there, and the engine learns from the page that the value is stored.
    if (open && answer?.text !== '') await this.#reply(answer, open);
  }

  async #ask(event: Prompt, at: number, stop: AbortSignal): Promise<void> {
    const { elicitation, page } = this.#io;
    const { promptId } = event.data;
    const open = await this.#open(promptId);
    if (!open) return;
    const place = placeOf({ ...this.#run, after: at, promptId });
    if (event.type === 'secret_prompt') {
      const url = page();
      // Without a page the value cannot be stored through the host, and the call would wait for a day.
      if (url === null || !elicitation?.page) return await this.#decline(open, NOT_ASKED);
      const question: HostQuestion = { kind: 'page', message: open.question, url };
      const answer = await elicitation.ask(question, place, stop);
      if (answer === null && !stop.aborted) await this.#decline(open, DECLINED);
      return;
    }
    if (!elicitation?.words) return await this.#decline(open, NOT_ASKED);
    const question: HostQuestion = {
      kind: 'words',
      message: open.question,
      options: open.options,
      allowFreeText: event.data.allowFreeText,
    };
    const answer = await elicitation.ask(question, place, stop);
    // Otherwise it has been answered elsewhere.
    if (!stop.aborted) await this.#reply(answer, open);
  }

  /** Null: this question is not open, and another one may be. */
  async #open(promptId: string): Promise<OpenQuestion | null> {
    const { principal } = this.#io;
    const { runId, sessionId } = this.#run;
    const polled = await this.#engine['toolServer.poll']({
      params: { runId },
      body: { principal, sessionId },
    });
    const { waiting_for_input: waiting } = polled;
    return waiting && polled.promptId === promptId ? { promptId, ...waiting } : null;
  }

  async #reply(given: HostAnswer, open: OpenQuestion): Promise<void> {
    if (given === null) await this.#decline(open, DECLINED);
    else await this.#answer(open, [given.text]);
  }

  /** In words, which every consent takes for a no; where only options are accepted, with the one that says no and nothing else. */
  async #decline(open: OpenQuestion, words: string): Promise<void> {
    await this.#answer(open, [words, ...open.options.filter((option) => PLAIN_NO.test(option))]);
  }

  /** The first of these answers that is accepted. The question may be over; where none is accepted, the run is stopped. */
  async #answer({ promptId }: OpenQuestion, answers: readonly string[]): Promise<void> {
    const { principal } = this.#io;
    const { runId, sessionId } = this.#run;
    for (const answer of answers)
      try {
        const body = { principal, sessionId, promptId, answer };
        await this.#engine['toolServer.reply']({ params: { runId }, body });
        return;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (['not_waiting', 'poll_again'].includes(error.problem.code)) return;
      }
    await this.#engine['toolServer.abort']({ params: { sessionId }, body: { principal } });
  }
}
