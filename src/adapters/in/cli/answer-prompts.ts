import { ProblemError, type ClientEvent } from '../../../contract/client.ts';
import type { runEvents } from '../../../contract/events.ts';
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

export function promptAnswers({ engine, err, readLines, declines }: AnswerDeps): PromptAnswers {
  let reading: AbortController | null = null;

  async function read(prompt: Asked, stop: AbortSignal): Promise<void> {
    const questions = prompt.questions ?? [{ header: null, ...prompt }];
    let answers: Record<string, string> = {};
    let at = 0;
    const show = () => {
      const next = questions[at];
      if (next) err(inWords(next) + waysToAnswer(next, prompt.allowFreeText, questions.length));
    };
    show();
    for await (const line of readLines?.(stop) ?? []) {
      const question = questions[at];
      if (!question) return;
      const typed = line.trim();
      // A single question needs an answer.
      if (typed === '' && questions.length === 1) continue;
      if (typed !== '') answers[at] = chosen(question.options, typed);
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
    if (!stop.aborted) err(elsewhere(prompt));
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
      if (duplicate) err('It was already answered elsewhere.\n');
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
      const saved = !/^\s*(?:n|no)\s*$/iu.test(line);
      try {
        const { secrets } = await engine.client['secrets.list']();
        if (saved && !secrets.some((secret) => secret.name === name)) {
          err(`${name} is not stored yet.\n`);
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
    if (!isFree) return await stopFor(stopped(why), prompt);
    err(`${declined(why)}\n`);
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
    err(`${declined(why)}\n${storedBefore(wanted)}`);
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
      err(wantedInWords(secret));
      if (!readLines && declines) return begin(() => declineSecret(secret, declines));
      err(howToStore(secret) + (readLines ? SIGN : savedElsewhere(secret)));
      if (readLines) begin((stop) => readSign(secret, stop));
    },
    asked: (prompt) => {
      reading?.abort();
      if (!readLines) {
        for (const question of prompt.questions ?? [{ header: null, ...prompt }]) err(inWords(question));
        if (declines) begin((stop) => decline(prompt, declines, stop));
        else err(elsewhere(prompt));
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

const BECAUSE: Readonly<Record<Declines, string>> = {
  no_terminal: 'there is no terminal to answer at',
  no_input: 'it was started with --no-input',
};
const WAYS: Readonly<Record<Declines, string>> = {
  no_terminal: 'Start it at a terminal, or with --wait to answer on the page.',
  no_input: 'Start it without --no-input to answer at the terminal, or with --wait to answer on the page.',
};
const declined = (why: Declines): string =>
  `The question was declined, because ${BECAUSE[why]}. ${WAYS[why]}`;
const stopped = (why: Declines): string =>
  `Only its options can answer it, and ${BECAUSE[why]}, so the run is stopped. ${WAYS[why]}`;

type Question = NonNullable<Asked['questions']>[number];

const inWords = ({ header, question, options }: Question): string =>
  [
    `? ${header === null ? '' : `${onOneLine(header)}: `}${shown(question)}`,
    ...options.map((option, index) => `  ${index + 1}) ${onOneLine(option)}`),
    '',
  ].join('\n');

/** The accepted input, where the question does not show it. */
function waysToAnswer({ options }: Question, allowFreeText: boolean, questions: number): string {
  const ways = [
    ...(options.length > 0 ? ['a number'] : []),
    ...(options.length > 0 && allowFreeText ? ['your own words'] : []),
    ...(questions > 1 ? ['nothing, to skip it'] : []),
  ];
  return ways.length === 0 ? '' : `(${ways.join(', or ')})\n`;
}

/** An option by its own words, or by its number. */
export const chosen = (options: readonly string[], typed: string): string =>
  options.includes(typed) ? typed : (options[/^\d{1,2}$/u.test(typed) ? Number(typed) - 1 : -1] ?? typed);

function elsewhere({ promptId, questions, options, expiresAt }: Asked): string {
  const words = (questions ?? [{ options }]).map((one) => (one.options.length > 0 ? '1' : '"…"'));
  const each = words.length > 1 ? ' (one for each question; - skips one)' : '';
  return (
    `The run waits for the answer until ${expiresAt}. Answer on the page, if the engine serves one, or in another terminal with\n` +
    `  svc answer ${promptId} ${words.join(' ')}${each}\n`
  );
}

function wantedInWords({ name, prompt, key_type: kind, hosts, expiresAt }: Wanted): string {
  const where =
    hosts.length === 0
      ? 'It does not say where the secret will be sent.'
      : `The secret will be sent to ${hosts.map(onOneLine).join(', ')}.`;
  return (
    `? The run asks for the secret ${name} (${onOneLine(kind)}) until ${expiresAt}: ${onOneLine(prompt)}\n` +
    `${where}\n`
  );
}

const howToStore = (wanted: Wanted): string =>
  `Store it on the page, or in another terminal with\n  ${storing(wanted)}\n`;

const storedBefore = (wanted: Wanted): string =>
  `To have it for the next run, store it with\n  ${storing(wanted)}\n`;

const storing = ({ name, hosts }: Wanted): string =>
  `svc secret set ${name}${hosts.length === 0 ? '' : ` --hosts ${hosts.map(onOneLine).join(',')}`}`;

const SIGN = 'Then press Enter here, or type no to refuse. Do not type the secret itself.\n';

const savedElsewhere = ({ promptId }: Wanted): string =>
  `Then confirm it with\n  svc answer ${promptId} saved (or no, not to give it)\n`;
