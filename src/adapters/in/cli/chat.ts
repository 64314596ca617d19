import { randomUUID } from 'node:crypto';
import { EXIT, type CommandInput } from '../../../contract/cli/command.ts';
import { inWords, questionsIn as questionsOf } from '../../../contract/cli/prompts.ts';
import { ProblemError } from '../../../contract/client.ts';
import { lateAnswer } from '../../../contract/words/late-answer.ts';
import { chosen } from './answer-prompts.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import { isLostConnection, type Attached } from './attach.ts';
import { byNames } from './by-name.ts';
import { lastingEngine } from './lasting-engine.ts';
import { beginsWith, declinesOf, followTask, questionsIn, startTask } from './run-task.ts';
import { slashCommand } from './slash-commands.ts';
import { onOneLine, shown } from './terminal-text.ts';
import type { TypedLines } from './typed-lines.ts';

interface Place {
  readonly sessionId: string;
  readonly threadId: string;
}

/**
 * `svc chat`: each line is a task in one thread, until the person leaves or the input ends. Refusals and failures are
 * printed and the chat continues; when the engine stops, it continues with another one.
 */
async function chat(deps: AtTerminal, input: CommandInput): Promise<number> {
  const { out, err, tty, tell, attachedOrOwn, interrupted } = deps;
  const { json } = input;
  const thread = input.options.get('thread') ?? null;
  const { profile, assistant } = beginsWith(input);
  const questions = questionsIn(input);
  const say = (text: string) => err(`${shown(text)}\n`);
  const named = (found: Attached): Attached => {
    const client = byNames(found.client, { isReading: false, tell: deps.tell });
    return { ...found, client, close: () => found.close() };
  };
  const engine = lastingEngine(named(await attachedOrOwn()), async () => named(await attachedOrOwn()));
  const left = new AbortController();
  let busy: AbortController | null = null;
  /** The engine stopped while a question was open: the next line may be meant as its answer. */
  let hasLostQuestion = false;
  /** Of the question that was offered again: what a number may mean in the next line. */
  let offered: { readonly options: readonly string[] } | null = null;
  const at: { place: Place | null; hasSpoken: boolean } = { place: null, hasSpoken: false };
  let allWell = true;

  const opened = (body: { threadId?: string }): Promise<Place> =>
    engine.ask(({ client }) =>
      client['sessions.create']({
        body: {
          ...body,
          ...(profile === undefined ? {} : { profile }),
          ...(assistant === undefined || body.threadId !== undefined ? {} : { assistant }),
        },
      }),
    );

  async function goOn(named: string): Promise<void> {
    at.place = await opened({ threadId: named });
    const { threadId } = at.place;
    const { title, messageCount } = await engine.ask(({ client }) =>
      client['threads.get']({ params: { id: threadId } }),
    );
    if (messageCount > 0) say(tell('terminal.continuing', { title: onOneLine(title) }));
    await offerLeft(threadId);
  }

  /** Offers again what was open when the engine stopped: the next line answers it. */
  async function offerLeft(threadId: string): Promise<void> {
    const { left } = await engine.ask(({ client }) => client['prompts.list']({ query: { limit: 1 } }));
    const asked = left.find((one) => one.threadId === threadId);
    if (!asked) return;
    say([tell('terminal.left_question'), ...inWords(asked)].join('\n'));
    offered = questionsOf(asked).length === 1 ? asked : null;
  }

  /** @returns whether it was completed, not only started */
  async function task(text: string, lines: TypedLines, stop: AbortSignal): Promise<boolean> {
    // The thread begins with the first task: a chat without one leaves nothing behind.
    const { sessionId } = (at.place ??= await opened({}));
    const asked = { sessionId, task: text, key: randomUUID() };
    const started = await engine.ask((attached) => startTask(attached, asked));
    at.hasSpoken = true;
    const readLines = lines.byPerson && questions === undefined ? lines.fromNow : null;
    const declines = declinesOf(questions);
    const onLostQuestion = () => (hasLostQuestion = lines.byPerson);
    const terminal = { json, tty, out, err, readLines, declines, tell, onLostQuestion };
    return (await followTask(started, terminal, stop)) === EXIT.done;
  }

  function command(line: string, stop: AbortSignal): Promise<boolean> {
    return slashCommand(line, {
      ask: engine.ask,
      sessionId: at.place?.sessionId ?? null,
      stop,
      say,
      tell,
      startOver: () => {
        at.place = null;
        at.hasSpoken = false;
      },
      leave: () => left.abort(),
    });
  }

  async function carryOut(line: string, lines: TypedLines, stop: AbortSignal): Promise<boolean> {
    try {
      if (!line.startsWith('/')) {
        const { options = [] } = offered ?? {};
        const answer = lines.byPerson ? chosen(options, line.trim()) : line;
        offered = null;
        return await task(options.includes(answer) ? lateAnswer([{ options, answer }]) : line, lines, stop);
      }
      return line.startsWith('//') ? await task(line.slice(1), lines, stop) : await command(line, stop);
    } catch (error) {
      const why = error instanceof ProblemError ? error.problem.detail : null;
      if (why === null && !isLostConnection(error)) throw error;
      say(`svc: ${onOneLine(why ?? tell('terminal.repeat_line'))}`);
      return false;
    }
  }

  async function talk(lines: TypedLines): Promise<void> {
    if (lines.byPerson) say(tell('terminal.chat_help'));
    let kept: string | null = null;
    for (let line; (line = await lines.next(left.signal)) !== null;) {
      if (hasLostQuestion && line.trim() !== '' && !line.startsWith('/')) {
        hasLostQuestion = false;
        kept = line;
        say(tell('terminal.question_gone'));
        if (at.place) await offerLeft(at.place.threadId).catch(() => undefined);
        continue;
      }
      if (line.trim() === '') line = kept ?? line;
      kept = null;
      if (line.trim() === '') continue;
      busy = new AbortController();
      const isWell = await carryOut(line, lines, busy.signal);
      busy = null;
      allWell &&= isWell;
    }
  }

  const leave = () => {
    left.abort();
    busy?.abort();
  };
  interrupted.addEventListener('abort', leave);
  if (interrupted.aborted) leave();
  const release = deps.onInterrupt(() => {
    const meant = busy ?? left;
    // A second Ctrl-C during the same command leaves the chat.
    if (meant.signal.aborted) return false;
    meant.abort();
    return true;
  });
  let lines: TypedLines | null = null;
  try {
    if (thread !== null) await goOn(thread);
    lines = deps.typedLines();
    await talk(lines);
    if (at.place && at.hasSpoken) say(tell('terminal.continue_with', { threadId: at.place.threadId }));
    const isSeen = lines.byPerson && !interrupted.aborted;
    return allWell || isSeen ? EXIT.done : EXIT.refused;
  } finally {
    lines?.close();
    await engine.close();
    release();
    interrupted.removeEventListener('abort', leave);
  }
}

export const chatVerb = { chat } satisfies OwnCodes;
