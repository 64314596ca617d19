import {
  PROMPTS_AT_ONCE,
  questionsIn,
  type LeftPrompt,
  type WaitingPrompt,
} from '../../../contract/cli/prompts.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import { lateAnswer } from '../../../contract/words/late-answer.ts';
import { chosen } from './answer-prompts.ts';
import type { AtTerminal, Ended, OwnCodes } from './at-terminal.ts';
import type { Attached, EngineClient } from './attach.ts';
import { declinesOf, followTask, startTask } from './run-task.ts';

const LEAST = 4;
const SKIPPED = '-';

/**
 * `svc answer`: answers a question of any conversation. After one that the end of the engine closed, its run begins anew
 * with the answer, and is followed like any other.
 */
export const answerVerb = {
  answer: (at, { args: [id = '', ...words] }) =>
    at.over(
      {
        engine: at.attachedOrLooking,
        whenGone: sayOf('gone.answer'),
        whenNothing: sayOf('nothing.question'),
      },
      async (engine) => {
        const { tell } = at;
        const { waiting, left } = await allAsked(engine.client);
        const all = [...waiting, ...left];
        const typed = id.toLowerCase();
        const exact = all.find(({ promptId }) => promptId === typed);
        const found = exact ? [exact] : all.filter(({ promptId }) => promptId.startsWith(typed));
        if (typed.length < LEAST) return tell('terminal.id_too_short', { least: LEAST });
        const [prompt, other] = found;
        if (!prompt) return tell('terminal.no_such_question');
        if (other) return tell('terminal.several_questions');
        const isWaiting = (one: WaitingPrompt | LeftPrompt): one is WaitingPrompt => 'promptType' in one;
        if (!isWaiting(prompt)) return await goOn(at, engine, prompt, words);
        return await (prompt.promptType === 'ask_secret' ? secretSaved : reply)(
          at,
          engine.client,
          prompt,
          words,
          id,
        );
      },
    ),
} satisfies OwnCodes;

async function secretSaved(
  { say, tell }: AtTerminal,
  client: EngineClient,
  { name = '', promptId, threadId }: WaitingPrompt,
  words: readonly string[],
  id: string,
): Promise<Ended> {
  const typed = words.join(' ').trim().toLowerCase();
  const saved = typed === 'saved';
  if (!saved && typed !== 'no') return tell('terminal.answer_secret', { name, id });
  const { secrets } = await client['secrets.list']();
  if (saved && !secrets.some((secret) => secret.name === name))
    return tell('terminal.secret_not_stored', { name });
  const body = { saved, promptId };
  const { duplicate } = await client['threads.secret-saved']({ params: { id: threadId }, body });
  if (duplicate) say(tell('terminal.answered_elsewhere'));
  else say(tell(saved ? 'terminal.goes_on_with_secret' : 'terminal.gets_none'));
}

async function reply(
  { say, tell }: AtTerminal,
  client: EngineClient,
  prompt: WaitingPrompt,
  words: readonly string[],
): Promise<Ended> {
  const answers = answersTo(prompt, words);
  if (answers === null) return oneForEach(prompt);
  const given = answers.flatMap((one, nth) => (one === null ? [] : [[nth, one] as [number, string]]));
  const answer =
    (prompt.questions?.length ?? 1) === 1 ? (answers[0] ?? '') : JSON.stringify(Object.fromEntries(given));
  const { promptId, threadId } = prompt;
  const body = { answer, promptId };
  const { duplicate } = await client['threads.reply']({ params: { id: threadId }, body });
  say(tell(duplicate ? 'terminal.answered_elsewhere' : 'terminal.answered'));
}

async function goOn(
  at: AtTerminal,
  engine: Attached,
  left: LeftPrompt,
  words: readonly string[],
): Promise<Ended> {
  const answers = answersTo(left, words);
  if (answers === null) return oneForEach(left);
  const { sessionId } = await engine.client['sessions.create']({ body: { threadId: left.threadId } });
  const task = lateAnswer(
    questionsIn(left).map(({ options }, nth) => ({ options, answer: answers[nth] ?? null })),
  );
  if (task === '') return at.tell('terminal.answer_needs_words');
  const started = await startTask(engine, { sessionId, task, key: left.promptId });
  const terminal = { ...at, json: false, declines: declinesOf(undefined) };
  return await followTask(started, terminal, at.interrupted);
}

const oneForEach = (prompt: WaitingPrompt | LeftPrompt) =>
  sayOf('terminal.answer_each', { n: questionsIn(prompt).length, skip: SKIPPED });

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
