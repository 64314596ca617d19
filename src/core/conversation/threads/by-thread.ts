import type { Whose } from '../../trust/people/model.ts';
import type { SessionId, ThreadId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse as refusePrompt } from '../prompts/errors.ts';
import type { PromptService } from '../prompts/service.ts';
import type { Reply, SecretSaved } from '../prompts/port.ts';
import type { PromptStore } from '../prompts/store.ts';
import { refuse } from './errors.ts';
import type { ThreadStore } from './store.ts';

export interface ByThreadDeps {
  readonly threads: ThreadStore;
  readonly promptStore: Pick<PromptStore, 'inThread'>;
  readonly prompts: Pick<PromptService, 'reply' | 'secretSaved'>;
}

/**
 * Answers questions of a thread, for clients that do not know its sessions. Each answer goes to the right session,
 * through the service for sessions.
 */
export class ByThread {
  readonly #deps: ByThreadDeps;

  constructor(deps: ByThreadDeps) {
    this.#deps = deps;
  }

  /** As `PromptService.reply`. @throws Refusal thread_not_found, and its refusals except session_not_found */
  async reply(whose: Whose, threadId: ThreadId, reply: Reply): Promise<{ readonly duplicate: boolean }> {
    const session = await this.#asking(whose, threadId, reply.promptId);
    return await unlessGone(this.#deps.prompts.reply(whose, session, reply), nothingAsked);
  }

  /** As `PromptService.secretSaved`. @throws Refusal thread_not_found, and its refusals except session_not_found */
  async secretSaved(
    whose: Whose,
    threadId: ThreadId,
    saved: SecretSaved,
  ): Promise<{ readonly duplicate: boolean }> {
    const session = await this.#asking(whose, threadId, saved.promptId);
    return await unlessGone(this.#deps.prompts.secretSaved(whose, session, saved), nothingAsked);
  }

  /** The session whose question this answers. @throws Refusal thread_not_found, prompt_not_found, no_pending_prompt */
  async #asking(whose: Whose, threadId: ThreadId, promptId: Reply['promptId']): Promise<SessionId> {
    await this.#confirm(whose, threadId);
    if (promptId === null) {
      const activity = (await this.#deps.threads.activity([threadId])).get(threadId);
      if (!activity?.pendingPrompt) throw refusePrompt.no_pending_prompt();
      return activity.pendingPrompt.sessionId;
    }
    const prompt = await this.#deps.promptStore.inThread(threadId, promptId);
    if (!prompt) throw refusePrompt.prompt_not_found();
    return prompt.sessionId;
  }

  async #confirm(whose: Whose, threadId: ThreadId): Promise<void> {
    if (!(await this.#deps.threads.get(whose, threadId))) throw refuse.thread_not_found();
  }
}

function nothingAsked(): never {
  throw refusePrompt.no_pending_prompt();
}

/** A session may be deleted after it was found, and its prompt with it. */
async function unlessGone<T, Otherwise>(
  asked: Promise<T>,
  otherwise: () => Otherwise,
): Promise<T | Otherwise> {
  try {
    return await asked;
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'session_not_found') throw error;
    return otherwise();
  }
}
