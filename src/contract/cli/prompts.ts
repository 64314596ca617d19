import type { AnswerOf } from '../client.ts';
import { prompts as routes } from '../http/prompts.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say } from './says.ts';

type Listed = AnswerOf<(typeof routes)['prompts.list']>;
export type WaitingPrompt = Listed['prompts'][number];
/** One that the end of the engine closed: its answer is the next task of its thread. */
export type LeftPrompt = Listed['left'][number];

/** The engine's largest page. */
export const PROMPTS_AT_ONCE = 200;

const LEAST = 8;

/** The shortest beginning of its id that names this prompt and no other of them. */
export function shortIdOf(
  { promptId }: Pick<WaitingPrompt, 'promptId'>,
  all: readonly Pick<WaitingPrompt, 'promptId'>[],
): string {
  let length = LEAST;
  const isShared = () =>
    all.some((other) => other.promptId !== promptId && other.promptId.startsWith(promptId.slice(0, length)));
  while (length < promptId.length && isShared()) length += 1;
  // A hyphen at its end says nothing.
  return promptId.slice(0, length).replace(/-$/u, '');
}

/** One question, and how to answer it. */
function inFull(prompt: WaitingPrompt, id: string): readonly Line[] {
  const head = `${id}  ${prompt.threadTitle}  since ${localMinute(prompt.createdAt)}, until ${localMinute(prompt.expiresAt)}`;
  if (prompt.promptType === 'ask_secret') {
    const { name = '', hosts = [] } = prompt;
    return [
      head,
      `  It asks for the secret ${name}.`,
      ...prompt.question.split('\n').map((text) => `  ${text}`),
      hosts.length === 0
        ? '  It does not say where the secret will be sent.'
        : `  It will be sent to ${hosts.join(', ')}.`,
      `  Answer it with: svc secret set ${name}${hosts.length === 0 ? '' : ` --hosts ${hosts.join(',')}`}`,
      `  and then: svc answer ${id} saved (or no, not to give it)`,
    ];
  }
  return [head, ...inWords(prompt), `  Answer it with: svc answer ${id} ${exampleFor(prompt)}`];
}

/** One that the end of the engine closed, and how to answer it still. */
const leftInFull = (left: LeftPrompt, id: string): readonly Line[] => [
  `${id}  ${left.threadTitle}  asked ${localMinute(left.createdAt)}, before the engine stopped`,
  ...inWords(left),
  `  Answer it with: svc answer ${id} ${exampleFor(left)}`,
  '  The agent goes on from there, in the same conversation.',
];

type Questioning = Pick<LeftPrompt, 'question' | 'options' | 'questions' | 'allowFreeText'>;

/** Its questions one by one. */
export const questionsIn = ({ question, options, questions }: Omit<Questioning, 'allowFreeText'>) =>
  questions ?? [{ header: null, question, options }];

/** The text of its questions, with numbered options. */
export const inWords = (prompt: Questioning): readonly string[] =>
  questionsIn(prompt).flatMap(({ header, question, options }): string[] => [
    ...`${header === null ? '' : `${header}: `}${question}`.split('\n').map((text) => `  ${text}`),
    ...options.map((option, nth) => `    ${nth + 1}) ${option}`),
  ]);

function exampleFor(prompt: Questioning): string {
  const several = questionsIn(prompt);
  const hasOptions = several.some(({ options }) => options.length > 0);
  const isFree = prompt.allowFreeText || several.some(({ options }) => options.length === 0);
  if (several.length > 1)
    return `${several.map(({ options }) => (options.length > 0 ? '1' : '"…"')).join(' ')} (one word or quoted text for each question; - skips one)`;
  return hasOptions ? `1${isFree ? ' (or your own words)' : ''}` : 'your words';
}

export interface PromptVerbs {
  answer(asked: { readonly id: string; readonly words: readonly string[] }): Promise<number>;
}

export const prompts: readonly CommandRow<PromptVerbs>[] = [
  commandsOf(routes, { whenGone: say('gone.questions') })('waiting', 'prompts.list', {
    sends: { query: { limit: PROMPTS_AT_ONCE } },
    lines: ({ prompts: waiting, left }) => [
      ...waiting.flatMap((prompt) => inFull(prompt, shortIdOf(prompt, [...waiting, ...left]))),
      ...left.flatMap((prompt) => leftInFull(prompt, shortIdOf(prompt, [...waiting, ...left]))),
    ],
    none: say('none.questions'),
  }),
  {
    kind: 'command',
    name: 'answer',
    args: [
      { name: 'id' },
      {
        name: 'words',
        many: true,
      },
    ],
    handle: (verbs, { args: [id = '', ...words] }) => verbs.answer({ id, words }),
  },
];
