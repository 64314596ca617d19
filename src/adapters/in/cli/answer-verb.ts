import { EXIT } from '../../../contract/cli/commands.ts';
import { PROMPTS_AT_ONCE, type PromptVerbs, type WaitingPrompt } from '../../../contract/cli/prompts.ts';
import { chosen } from './answer-prompts.ts';
import type { Attached, EngineClient } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface AnswerVerbDeps {
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly err: (text: string) => void;
}

const LEAST = 4;
const SKIPPED = '-';

/** `svc answer`: answers a question of any conversation. */
export const answerPrompt =
  ({ attachedOrLooking, err }: AnswerVerbDeps): PromptVerbs['answer'] =>
  async ({ id, words }) => {
    const say = (line: string) => err(`${onOneLine(line)}\n`);
    let wasRefused = false;
    const refuse = (line: string) => {
      say(`svc: ${line}`);
      wasRefused = true;
    };

    async function secretSaved(client: EngineClient, prompt: WaitingPrompt): Promise<void> {
      const { name = '', promptId, threadId } = prompt;
      const typed = words.join(' ').trim().toLowerCase();
      const saved = typed === 'saved';
      if (!saved && typed !== 'no')
        return refuse(
          `a secret is not typed here. Store it with svc secret set ${name}, and then: svc answer ${id} saved (or no, not to give it).`,
        );
      const { secrets } = await client['secrets.list']();
      if (saved && !secrets.some((secret) => secret.name === name))
        return refuse(`${name} is not stored yet: svc secret set ${name}`);
      const body = { saved, promptId };
      const { duplicate } = await client['threads.secret-saved']({ params: { id: threadId }, body });
      say(
        duplicate ? ELSEWHERE : saved ? 'The run goes on with the secret.' : 'It is told that it gets none.',
      );
    }

    async function reply(client: EngineClient, prompt: WaitingPrompt): Promise<void> {
      const answer = answerTo(prompt, words);
      if (answer === null)
        return refuse(
          `it asks ${prompt.questions?.length ?? 1} questions: give one word or quoted text for each, and ${SKIPPED} to skip one.`,
        );
      const { promptId, threadId } = prompt;
      const { duplicate } = await client['threads.reply']({
        params: { id: threadId },
        body: { answer, promptId },
      });
      say(duplicate ? ELSEWHERE : 'Answered. The run goes on.');
    }

    const ask = withEngine({
      attachedOrOwn: attachedOrLooking,
      err,
      whenGone: 'svc waiting shows whether it still waits.',
      whenNothing: 'This is not the id of a question: svc waiting lists them.',
    });
    const code = await ask(async ({ client }) => {
      const all = await allWaiting(client);
      const typed = id.toLowerCase();
      const exact = all.find(({ promptId }) => promptId === typed);
      const found = exact ? [exact] : all.filter(({ promptId }) => promptId.startsWith(typed));
      if (typed.length < LEAST) return refuse(`give at least ${LEAST} characters of the id.`);
      const [prompt, other] = found;
      if (!prompt) return refuse('no question that waits has this id: svc waiting lists them.');
      if (other)
        return refuse('several questions begin like this: svc waiting shows how much of the id it takes.');
      await (prompt.promptType === 'ask_secret' ? secretSaved : reply)(client, prompt);
    });
    return wasRefused ? EXIT.refused : code;
  };

const ELSEWHERE = 'It was already answered elsewhere.';

async function allWaiting(client: EngineClient): Promise<readonly WaitingPrompt[]> {
  let found: readonly WaitingPrompt[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = {
      limit: PROMPTS_AT_ONCE,
      ...(cursor === null ? {} : { cursor }),
    };
    const page: { readonly prompts: readonly WaitingPrompt[]; readonly nextCursor: string | null } =
      await client['prompts.list']({ query });
    found = [...found, ...page.prompts];
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** Null: not one answer for each question. */
function answerTo({ questions, options }: WaitingPrompt, words: readonly string[]): string | null {
  if (!questions || questions.length === 1)
    return chosen(questions?.[0]?.options ?? options, words.join(' ').trim());
  if (words.length !== questions.length) return null;
  const answers = questions.flatMap((question, index): [number, string][] => {
    const word = words[index]?.trim() ?? '';
    return word === SKIPPED || word === '' ? [] : [[index, chosen(question.options, word)]];
  });
  return JSON.stringify(Object.fromEntries(answers));
}
