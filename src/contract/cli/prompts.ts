import type { AnswerOf } from '../client.ts';
import { prompts as routes } from '../http/prompts.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say, type Tell } from './says.ts';

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
function inFull(prompt: WaitingPrompt, id: string, tell: Tell): readonly Line[] {
  const head = tell('terminal.asked_since', {
    id,
    title: prompt.threadTitle,
    since: localMinute(prompt.createdAt),
    until: localMinute(prompt.expiresAt),
  });
  if (prompt.promptType === 'ask_secret') {
    const { name = '', hosts = [] } = prompt;
    return [
      head,
      tell('terminal.asks_secret', { name }),
      ...prompt.question.split('\n').map((text) => `  ${text}`),
      hosts.length === 0
        ? tell('terminal.secret_goes_nowhere')
        : tell('terminal.secret_goes_to', { hosts: hosts.join(', ') }),
      tell('terminal.store_secret_with', {
        command: `svc secret set ${name}${hosts.length === 0 ? '' : ` --hosts ${hosts.join(',')}`}`,
      }),
      tell('terminal.and_then_saved', { id }),
    ];
  }
  return [
    head,
    ...inWords(prompt),
    tell('terminal.answer_it_with', { id, example: exampleFor(prompt, tell) }),
  ];
}

/** One that the end of the engine closed, and how to answer it still. */
const leftInFull = (left: LeftPrompt, id: string, tell: Tell): readonly Line[] => [
  tell('terminal.left_asked', { id, title: left.threadTitle, at: localMinute(left.createdAt) }),
  ...inWords(left),
  tell('terminal.answer_it_with', { id, example: exampleFor(left, tell) }),
  tell('terminal.goes_on_there'),
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

function exampleFor(prompt: Questioning, tell: Tell): string {
  const several = questionsIn(prompt);
  const hasOptions = several.some(({ options }) => options.length > 0);
  const isFree = prompt.allowFreeText || several.some(({ options }) => options.length === 0);
  if (several.length > 1)
    return tell('terminal.one_for_each', {
      example: several.map(({ options }) => (options.length > 0 ? '1' : '"…"')).join(' '),
    });
  return hasOptions ? `1${isFree ? tell('terminal.or_own_words') : ''}` : tell('terminal.your_words');
}

export const prompts: readonly CommandRow[] = [
  commandsOf(routes, { whenGone: say('gone.questions') })('waiting', 'prompts.list', {
    sends: { query: { limit: PROMPTS_AT_ONCE } },
    lines: ({ prompts: waiting, left }, tell: Tell) => [
      ...waiting.flatMap((prompt) => inFull(prompt, shortIdOf(prompt, [...waiting, ...left]), tell)),
      ...left.flatMap((prompt) => leftInFull(prompt, shortIdOf(prompt, [...waiting, ...left]), tell)),
    ],
    none: say('none.questions'),
  }),
  {
    name: 'answer',
    args: [{ name: 'id' }, { name: 'words', many: true }],
    own: 'answer',
  },
];
