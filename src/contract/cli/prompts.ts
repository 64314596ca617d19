import type { AnswerOf } from '../client.ts';
import type { prompts as routes } from '../http/prompts.ts';
import { type CommandRow, type Line, routesOf } from './command.ts';
import { localMinute } from './local-time.ts';

const ask = routesOf<typeof routes>();

export type WaitingPrompt = AnswerOf<(typeof routes)['prompts.list']>['prompts'][number];

/** The engine's largest page. */
export const PROMPTS_AT_ONCE = 200;

const LEAST = 8;

/** The shortest beginning of its id that names this prompt and no other of them. */
export function shortIdOf(
  { promptId }: Pick<WaitingPrompt, 'promptId'>,
  all: readonly WaitingPrompt[],
): string {
  let length = LEAST;
  const isShared = () =>
    all.some((other) => other.promptId !== promptId && other.promptId.startsWith(promptId.slice(0, length)));
  while (length < promptId.length && isShared()) length += 1;
  // A hyphen at its end says nothing.
  return promptId.slice(0, length).replace(/-$/u, '');
}

/** One question, and how to answer it. */
function inFull(prompt: WaitingPrompt, all: readonly WaitingPrompt[]): readonly Line[] {
  const id = shortIdOf(prompt, all);
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
  const several = prompt.questions ?? [{ header: null, question: prompt.question, options: prompt.options }];
  const questions = several.flatMap(({ header, question, options }): string[] => [
    ...`${header === null ? '' : `${header}: `}${question}`.split('\n').map((text) => `  ${text}`),
    ...options.map((option, nth) => `    ${nth + 1}) ${option}`),
  ]);
  const hasOptions = several.some(({ options }) => options.length > 0);
  const isFree = prompt.allowFreeText || several.some(({ options }) => options.length === 0);
  const example =
    several.length > 1
      ? `${several.map(({ options }) => (options.length > 0 ? '1' : '"…"')).join(' ')} (one word or quoted text for each question; - skips one)`
      : hasOptions
        ? `1${isFree ? ' (or your own words)' : ''}`
        : 'your words';
  return [head, ...questions, `  Answer it with: svc answer ${id} ${example}`];
}

export interface PromptVerbs {
  answer(asked: { readonly id: string; readonly words: readonly string[] }): Promise<number>;
}

export const prompts: readonly CommandRow<PromptVerbs>[] = [
  {
    kind: 'command',
    name: 'waiting',
    summary: 'Print the questions that wait for you, in whichever conversation, trigger or task.',
    json: true,
    asks: ask('prompts.list', {
      whenGone: 'Run svc waiting again.',
      request: () => ({ query: { limit: PROMPTS_AT_ONCE } }),
      lines: ({ prompts: all, nextCursor }) => [
        ...all.flatMap((prompt) => inFull(prompt, all)),
        ...(nextCursor === null ? [] : ['There are more: answer some of these first.']),
      ],
      none: 'No question waits for you.',
    }),
  },
  {
    kind: 'command',
    name: 'answer',
    summary: 'Answer a question that svc waiting prints: with the number of an option, or in words.',
    args: [
      { name: 'id', summary: 'its id from svc waiting, or the beginning of it' },
      {
        name: 'words',
        summary: 'the number of an option, or your words; saved or no, where a secret is asked for',
        many: true,
      },
    ],
    handle: (verbs, { args: [id = '', ...words] }) => verbs.answer({ id, words }),
  },
];
