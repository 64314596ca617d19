import { EXIT } from '../../../contract/cli/command.ts';
import {
  PROMPTS_AT_ONCE,
  questionsIn,
  type LeftPrompt,
  type PromptVerbs,
  type WaitingPrompt,
} from '../../../contract/cli/prompts.ts';
import { lateAnswer } from '../../../contract/words/late-answer.ts';
import { chosen } from './answer-prompts.ts';
import type { Attached, EngineClient } from './attach.ts';
import { declinesOf, followTask, startTask, type TaskTerminal } from './run-task.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface AnswerVerbDeps extends Pick<TaskTerminal, 'tty' | 'out' | 'err' | 'readLines' | 'tell'> {
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly interrupted: AbortSignal;
}

const LEAST = 4;
const SKIPPED = '-';

/**
 * `svc answer`: answers a question of any conversation. After one that the end of the engine closed, its run begins anew
 * with the answer, and is followed like any other.
 */
export const answerPrompt =
  (deps: AnswerVerbDeps): PromptVerbs['answer'] =>
  async ({ id, words }) => {
    const { attachedOrLooking, err, tell, interrupted } = deps;
    const say = (line: string) => err(`${onOneLine(line)}\n`);
    let wasRefused = false;
    let ofRun: number = EXIT.done;
    const refuse = (line: string) => {
      say(`svc: ${line}`);
      wasRefused = true;
    };
    const refuseCount = (prompt: WaitingPrompt | LeftPrompt) =>
      refuse(tell(sayOf('terminal.answer_each', { n: questionsIn(prompt).length, skip: SKIPPED })));

    async function secretSaved(client: EngineClient, prompt: WaitingPrompt): Promise<void> {
      const { name = '', promptId, threadId } = prompt;
      const typed = words.join(' ').trim().toLowerCase();
      const saved = typed === 'saved';
      if (!saved && typed !== 'no') return refuse(tell(sayOf('terminal.answer_secret', { name, id })));
      const { secrets } = await client['secrets.list']();
      if (saved && !secrets.some((secret) => secret.name === name))
        return refuse(tell(sayOf('terminal.secret_not_stored', { name })));
      const body = { saved, promptId };
      const { duplicate } = await client['threads.secret-saved']({ params: { id: threadId }, body });
      say(
        duplicate
          ? tell(sayOf('terminal.answered_elsewhere'))
          : saved
            ? tell(sayOf('terminal.goes_on_with_secret'))
            : tell(sayOf('terminal.gets_none')),
      );
    }

    async function reply(client: EngineClient, prompt: WaitingPrompt): Promise<void> {
      const answers = answersTo(prompt, words);
      if (answers === null) return refuseCount(prompt);
      const answer =
        (prompt.questions?.length ?? 1) === 1
          ? (answers[0] ?? '')
          : JSON.stringify(
              Object.fromEntries(
                answers.flatMap((one, nth) => (one === null ? [] : [[nth, one] as [number, string]])),
              ),
            );
      const { promptId, threadId } = prompt;
      const { duplicate } = await client['threads.reply']({
        params: { id: threadId },
        body: { answer, promptId },
      });
      say(duplicate ? tell(sayOf('terminal.answered_elsewhere')) : tell(sayOf('terminal.answered')));
    }

    async function goOn(engine: Attached, left: LeftPrompt): Promise<void> {
      const answers = answersTo(left, words);
      if (answers === null) return refuseCount(left);
      const { sessionId } = await engine.client['sessions.create']({ body: { threadId: left.threadId } });
      const task = asTask(left, answers);
      if (task === '') return refuse(tell(sayOf('terminal.answer_needs_words')));
      const started = await startTask(engine, { sessionId, task, key: left.promptId });
      const terminal = { ...deps, json: false, declines: declinesOf(undefined) };
      ofRun = await followTask(started, terminal, interrupted);
    }

    const ask = withEngine({
      attachedOrOwn: attachedOrLooking,
      err,
      tell,
      whenGone: sayOf('gone.answer'),
      whenNothing: sayOf('nothing.question'),
    });
    const code = await ask(async (engine) => {
      const { client } = engine;
      const { waiting, left } = await allAsked(client);
      const all = [...waiting, ...left];
      const typed = id.toLowerCase();
      const exact = all.find(({ promptId }) => promptId === typed);
      const found = exact ? [exact] : all.filter(({ promptId }) => promptId.startsWith(typed));
      if (typed.length < LEAST) return refuse(tell(sayOf('terminal.id_too_short', { least: LEAST })));
      const [prompt, other] = found;
      if (!prompt) return refuse(tell(sayOf('terminal.no_such_question')));
      if (other) return refuse(tell(sayOf('terminal.several_questions')));
      const isWaiting = (one: WaitingPrompt | LeftPrompt): one is WaitingPrompt => 'promptType' in one;
      if (!isWaiting(prompt)) return await goOn(engine, prompt);
      await (prompt.promptType === 'ask_secret' ? secretSaved : reply)(client, prompt);
    });
    if (code !== EXIT.done) return code;
    return wasRefused ? EXIT.refused : ofRun;
  };

interface AllAsked {
  readonly waiting: readonly WaitingPrompt[];
  readonly left: readonly LeftPrompt[];
}

async function allAsked(client: EngineClient): Promise<AllAsked> {
  const waiting: WaitingPrompt[] = [];
  const left: LeftPrompt[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = {
      limit: PROMPTS_AT_ONCE,
      ...(cursor === null ? {} : { cursor }),
    };
    const page: {
      readonly prompts: readonly WaitingPrompt[];
      readonly left: readonly LeftPrompt[];
      readonly nextCursor: string | null;
    } = await client['prompts.list']({ query });
    waiting.push(...page.prompts);
    left.push(...page.left);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { waiting, left };
}

/** An answer to each question, null for one that is skipped; null in all: not one word for each question. */
function answersTo(
  prompt: WaitingPrompt | LeftPrompt,
  words: readonly string[],
): readonly (string | null)[] | null {
  const questions = questionsIn(prompt);
  const [only] = questions;
  if (only && questions.length === 1) return [chosen(only.options, words.join(' ').trim())];
  if (words.length !== questions.length) return null;
  return questions.map(({ options }, nth) => {
    const word = words[nth]?.trim() ?? '';
    return word === SKIPPED || word === '' ? null : chosen(options, word);
  });
}

const asTask = (left: LeftPrompt, answers: readonly (string | null)[]): string =>
  lateAnswer(questionsIn(left).map(({ options }, nth) => ({ options, answer: answers[nth] ?? null })));
