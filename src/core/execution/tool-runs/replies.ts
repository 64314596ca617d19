import { say } from './says.ts';
import type { PromptId, RunId, ToolSessionId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { asOption } from '../../conversation/prompts/model.ts';
import type { PromptService } from '../../conversation/prompts/service.ts';
import type { PromptStore } from '../../conversation/prompts/store.ts';
import { refuse } from './errors.ts';
import type { Host } from './model.ts';
import type { ToolRunPolls } from './polls.ts';
import type { TrackedRuns } from './tracked-runs.ts';
import { DECLINED, isForOneCall, SAVED, waitingFor } from './waiting.ts';

export interface ToolReply extends Host {
  /** Null: not checked. */
  readonly toolSessionId: ToolSessionId | null;
  /** The question that it answers; null: the one that the last poll of the run showed. */
  readonly promptId: PromptId | null;
  readonly answer: string;
}

export interface ToolRunRepliesDeps {
  readonly tracked: TrackedRuns;
  readonly polls: Pick<ToolRunPolls, 'shownBy'>;
  readonly store: Pick<PromptStore, 'get'>;
  readonly prompts: Pick<PromptService, 'reply' | 'secretSaved'>;
}

/** Answers that hosts pass on. */
export class ToolRunReplies {
  readonly #deps: ToolRunRepliesDeps;

  constructor(deps: ToolRunRepliesDeps) {
    this.#deps = deps;
  }

  /**
   * Answers one question of this run. The same answer may be repeated; another one, after the question was answered by
   * whomever, is refused with poll_again.
   * @throws Refusal tool_run_not_found, not_waiting, poll_again, not_an_option, invalid_answer, disk_full
   */
  async reply(
    runId: RunId,
    { person, principal, toolSessionId, promptId: meant, answer }: ToolReply,
  ): Promise<void> {
    const { tracked, polls, store, prompts } = this.#deps;
    await tracked.load();
    tracked.named(runId, { person, principal }, toolSessionId);
    const promptId = meant ?? polls.shownBy(runId);
    const prompt = promptId && (await store.get(promptId));
    if (!prompt) throw refuse.not_waiting();
    // The id comes from the host.
    if (prompt.runId !== runId) throw refuse.poll_again();
    const { sessionId } = prompt;
    const { options } = waitingFor(prompt);
    try {
      if (prompt.secret) {
        const said = answer.trim().toLowerCase();
        // The answer may be the secret: it goes nowhere.
        if (said !== SAVED && said !== DECLINED)
          throw refuse.not_an_option(
            { options },
            say('tool_runs.no_value', { saved: SAVED, declined: DECLINED }),
          );
        const { duplicate } = await prompts.secretSaved(person, sessionId, {
          promptId,
          saved: said === SAVED,
        });
        if (duplicate) await this.#confirmSame(promptId, said);
        return;
      }
      if (prompt.promptType === 'consent' && !isForOneCall(prompt, answer))
        throw refuse.not_an_option({ options }, say('tool_runs.once_only'));
      const { duplicate } = await prompts.reply(person, sessionId, { promptId, answer });
      if (duplicate) await this.#confirmSame(promptId, answer);
    } catch (error) {
      throw asNews(error);
    }
  }

  /** @throws Refusal poll_again if the question had another answer before */
  async #confirmSame(promptId: PromptId, answer: string): Promise<void> {
    const prompt = await this.#deps.store.get(promptId);
    const [asked] = prompt?.questions ?? [];
    const option = asked ? asOption(asked, answer) : answer;
    if (prompt?.answer !== answer && prompt?.answer !== option)
      throw refuse.poll_again({}, say('tool_runs.answered'));
  }
}

/** The question was withdrawn since the poll. */
const asNews = (error: unknown): unknown =>
  isRefusal(error) && GONE.has(error.code) ? refuse.poll_again() : error;

const GONE: ReadonlySet<string> = new Set(['prompt_expired', 'prompt_not_found', 'session_not_found']);
