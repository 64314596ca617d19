import { ProblemError, type ClientEvent } from '../../../contract/client.ts';
import { say, type Tell } from '../../../contract/cli/says.ts';
import type { runEvents } from '../../../contract/events.ts';
import type { Says } from '../../../contract/words/says.ts';
import { isNo } from './agreed.ts';
import { isLostConnection, type Attached } from './attach.ts';
import { onOneLine, shown } from './terminal-text.ts';

type Asked = Extract<ClientEvent<typeof runEvents>, { type: 'prompt' }>['data'];
type Wanted = Extract<ClientEvent<typeof runEvents>, { type: 'secret_prompt' }>['data'];

export interface AnswerDeps {
  readonly engine: Attached;
  readonly err: (text: string) => void;
  /** The typed lines until `stop` aborts or the input ends; null where no person can type. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  /** Without `readLines`: why questions are declined at once; null to wait for an answer from elsewhere. */
  readonly declines: Declines | null;
  readonly tell: Tell;
}

export type Declines = 'no_terminal' | 'no_input';

/** Handles the questions of a run that a terminal follows. */
export interface PromptAnswers {
  /** Shows the question; reads the answer concurrently with the run's events. */
  asked(prompt: Asked): void;
  /** Explains how to store the secret. Typed text is never sent: it only confirms that the secret is stored, or declines. */
  wanted(secret: Wanted): void;
  /** The run has stopped waiting for the answer, wherever it came from. May be called at any time. */
  over(): void;
}

export function promptAnswers({ engine, err, readLines, declines, tell }: AnswerDeps): PromptAnswers {
  let reading: AbortController | null = null;

  async function read(prompt: Asked, stop: AbortSignal): Promise<void> {
    const questions = prompt.questions ?? [{ header: null, ...prompt }];
    let answers: Record<string, string> = {};
    let at = 0;
    const show = () => {
      const next = questions[at];
      if (next) err(inWords(next, tell) + waysToAnswer(next, prompt.allowFreeText, questions.length, tell));
    };
    show();
    for await (const line of readLines?.(stop) ?? []) {
      const question = questions[at];
      if (!question) return;
      const typed = line.trim();
      // A single question needs an answer.
      if (typed === '' && questions.length === 1) continue;
      if (typed !== '') answers[at] = chosen(question.options, typed, labelsOf(question, tell));
      at += 1;
      if (at < questions.length) {
        show();
        continue;
      }
      const answer = questions.length === 1 ? (answers[0] ?? '') : JSON.stringify(answers);
      const refused = await send(prompt, answer, stop);
      if (refused === null) return;
      err(`${onOneLine(refused)}\n`);
      [answers, at] = [{}, 0];
      show();
    }
    if (!stop.aborted) err(elsewhere(prompt, tell));
  }

  /** Null when the answer is complete, else what was wrong with it. */
  async function send(
    { promptId, sessionId }: Asked,
    answer: string,
    stop: AbortSignal,
  ): Promise<string | null> {
    try {
      const body = { answer, promptId };
      const { duplicate } = await engine.client['prompts.reply']({ params: { id: sessionId }, body });
      if (duplicate) err(`${tell('terminal.answered_elsewhere')}\n`);
    } catch (error) {
      if (stop.aborted || isLostConnection(error)) return null;
      if (!(error instanceof ProblemError)) throw error;
      if (error.problem.status === 400) return error.problem.detail;
      err(`${onOneLine(error.problem.detail)}\n`);
    }
    return null;
  }

  async function readSign({ promptId, sessionId, name }: Wanted, stop: AbortSignal): Promise<void> {
    for await (const line of readLines?.(stop) ?? []) {
      const saved = !isNo(line);
      try {
        const { secrets } = await engine.client['secrets.list']();
        if (saved && !secrets.some((secret) => secret.name === name)) {
          err(`${tell('terminal.not_stored', { name })}\n`);
          continue;
        }
        await engine.client['prompts.secret-saved']({ params: { id: sessionId }, body: { saved, promptId } });
      } catch (error) {
        if (stop.aborted || isLostConnection(error)) return;
        if (!(error instanceof ProblemError)) throw error;
        err(`${onOneLine(error.problem.detail)}\n`);
      }
      return;
    }
  }

  /** Where only options are valid, no answer can decline, so the run is stopped. */
  async function decline(prompt: Asked, why: Declines, stop: AbortSignal): Promise<void> {
    const questions = prompt.questions ?? [{ header: null, ...prompt }];
    const isFree = prompt.allowFreeText || questions.some(({ options }) => options.length === 0);
    if (!isFree) return await stopFor(tell(stopped(why)), prompt);
    err(`${tell(declined(why))}\n`);
    const free = questions.flatMap(({ options }, index) =>
      prompt.allowFreeText || options.length === 0 ? [[index, NO_ANSWER] as const] : [],
    );
    const answer = questions.length === 1 ? NO_ANSWER : JSON.stringify(Object.fromEntries(free));
    const refused = await send(prompt, answer, stop);
    if (refused !== null) await stopFor(refused, prompt);
  }

  async function stopFor(why: string, { sessionId }: Asked): Promise<void> {
    err(`${onOneLine(why)}\n`);
    await engine.client['runs.abort']({ params: { id: sessionId }, body: {} });
  }

  async function declineSecret(wanted: Wanted, why: Declines): Promise<void> {
    const { promptId, sessionId } = wanted;
    err(`${tell(declined(why))}\n${tell('terminal.store_later', { command: storing(wanted) })}\n`);
    const body = { saved: false, asked: false, promptId };
    await engine.client['prompts.secret-saved']({ params: { id: sessionId }, body });
  }

  /** Reads typed lines concurrently with the run's events. */
  function begin(read: (stop: AbortSignal) => Promise<void>): void {
    const mine = new AbortController();
    reading = mine;
    read(mine.signal).catch((error: unknown) => {
      if (!mine.signal.aborted) err(`${onOneLine((error as Error).message)}\n`);
    });
  }

  return {
    wanted: (secret) => {
      reading?.abort();
      err(wantedInWords(secret, tell));
      if (!readLines && declines) return begin(() => declineSecret(secret, declines));
      const next = readLines ? say('terminal.sign') : say('terminal.confirm', { promptId: secret.promptId });
      err(`${tell('terminal.store_now', { command: storing(secret) })}\n${tell(next)}\n`);
      if (readLines) begin((stop) => readSign(secret, stop));
    },
    asked: (prompt) => {
      reading?.abort();
      if (!readLines) {
        for (const question of prompt.questions ?? [{ header: null, ...prompt }])
          err(inWords(question, tell));
        if (declines) begin((stop) => decline(prompt, declines, stop));
        else err(elsewhere(prompt, tell));
        return;
      }
      begin((stop) => read(prompt, stop));
    },
    over: () => {
      reading?.abort();
      reading = null;
    },
  };
}

/** For the model, and for readers of the thread. It begins with the word that also declines a consent. */
const NO_ANSWER =
  'No answer: this run was started where no answer can be given. Continue without an answer where that is safe; otherwise say what you need to know, and end here.';

const BECAUSE = { no_terminal: say('terminal.no_terminal'), no_input: say('terminal.no_input') } as const;
const WAYS = {
  no_terminal: say('terminal.way_at_terminal'),
  no_input: say('terminal.way_with_input'),
} as const;
const declined = (by: Declines) => say('terminal.declined', { why: BECAUSE[by], way: WAYS[by] });
const stopped = (by: Declines) => say('terminal.only_options', { why: BECAUSE[by], way: WAYS[by] });

type Question = NonNullable<Asked['questions']>[number];

/** The options in words of the terminal; an answer is one of the options themselves. */
const labelsOf = ({ options, choices }: Question, tell: Tell): readonly string[] =>
  choices === undefined ? options : choices.map((one) => tell(one as Says));

const inWords = (question: Question, tell: Tell): string =>
  [
    `? ${question.header === null ? '' : `${onOneLine(question.header)}: `}${shown(question.question)}`,
    ...labelsOf(question, tell).map((option, index) => `  ${index + 1}) ${onOneLine(option)}`),
    '',
  ].join('\n');

/** The accepted input, where the question does not show it. */
function waysToAnswer({ options }: Question, allowFreeText: boolean, questions: number, tell: Tell): string {
  const ways = [
    ...(options.length > 0 ? [say('terminal.number')] : []),
    ...(options.length > 0 && allowFreeText ? [say('terminal.own_words')] : []),
    ...(questions > 1 ? [say('terminal.skip')] : []),
  ];
  return ways.length === 0 ? '' : `${tell('terminal.or', { ways })}\n`;
}

/** An option by its own words, by those that are shown for it, or by its number. */
export function chosen(
  options: readonly string[],
  typed: string,
  labels: readonly string[] = options,
): string {
  if (options.includes(typed)) return typed;
  const nth = labels.includes(typed)
    ? labels.indexOf(typed)
    : /^\d{1,2}$/u.test(typed)
      ? Number(typed) - 1
      : -1;
  return options[nth] ?? typed;
}

function elsewhere({ promptId, questions, options, expiresAt }: Asked, tell: Tell): string {
  const words = (questions ?? [{ options }]).map((one) => (one.options.length > 0 ? '1' : '"…"'));
  const each = words.length > 1 ? tell('terminal.each_question') : '';
  return (
    `${tell('terminal.answer_elsewhere', { until: expiresAt })}\n` +
    `  svc answer ${promptId} ${words.join(' ')}${each}\n`
  );
}

function wantedInWords({ name, prompt, key_type: kind, hosts, expiresAt }: Wanted, tell: Tell): string {
  const where =
    hosts.length === 0
      ? say('terminal.secret_nowhere')
      : say('terminal.secret_to', { hosts: hosts.map(onOneLine).join(', ') });
  const asks = say('terminal.secret', { name, kind: onOneLine(kind), until: expiresAt });
  return `? ${tell(asks)} ${onOneLine(prompt)}\n${tell(where)}\n`;
}

const storing = ({ name, hosts }: Wanted): string =>
  `svc secret set ${name}${hosts.length === 0 ? '' : ` --hosts ${hosts.map(onOneLine).join(',')}`}`;
