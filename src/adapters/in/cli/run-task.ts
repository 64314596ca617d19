import type { CommandInput } from '../../../contract/cli/command.ts';
import type { ClientStream } from '../../../contract/client.ts';
import type { runEvents } from '../../../contract/events.ts';
import { promptAnswers, type AnswerDeps, type Declines } from './answer-prompts.ts';
import type { Attached } from './attach.ts';
import { printRun, type RunPrinter } from './print-run.ts';

export interface TaskTerminal
  extends Omit<RunPrinter, 'prompts'>, Pick<AnswerDeps, 'readLines' | 'declines'> {
  /** Called when the engine stopped while a question was open. */
  readonly onLostQuestion?: () => void;
}

/**
 * What becomes of questions of the agent. `decline`: it is told at once that there is no answer; `wait`: they wait for a day,
 * and can be answered on the page. By default they are asked at a terminal, and declined without one.
 */
export type Questions = 'decline' | 'wait' | undefined;

export const questionsIn = ({ switches }: CommandInput): Questions =>
  switches.has('no-input') ? 'decline' : switches.has('wait') ? 'wait' : undefined;

/** The profile and the assistant that a conversation begins with, where the command line names them. */
export const beginsWith = ({ options }: CommandInput): { profile?: string; assistant?: string } =>
  Object.fromEntries(
    ['profile', 'assistant'].flatMap((name) => (options.has(name) ? [[name, options.get(name)]] : [])),
  );

/** Why questions are declined where no person can type. */
export function declinesOf(questions: Questions): Declines | null {
  if (questions === 'wait') return null;
  return questions === 'decline' ? 'no_input' : 'no_terminal';
}

export interface Task {
  readonly sessionId: string;
  readonly task: string;
  /** Files of the workspace. */
  readonly attachments?: readonly { readonly path: string }[];
  /** Makes the start repeatable: the same key runs the task once. */
  readonly key?: string;
}

export interface StartedTask {
  readonly engine: Attached;
  readonly sessionId: string;
  readonly stream: ClientStream<typeof runEvents>;
}

/** @throws ProblemError when it is refused, and what `isLostConnection` knows when the engine went away */
export async function startTask(
  engine: Attached,
  { sessionId, task, attachments = [], key }: Task,
): Promise<StartedTask> {
  const stream = await engine.client['runs.start']({
    params: { id: sessionId },
    body: { task, ...(attachments.length === 0 ? {} : { attachments: [...attachments] }) },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
  return { engine, sessionId, stream };
}

/** Follows a task to its end: prints it, handles its questions, stops it when `interrupted` aborts. @returns the exit code */
export async function followTask(
  { engine, sessionId, stream }: StartedTask,
  terminal: TaskTerminal,
  interrupted: AbortSignal,
): Promise<number> {
  const { json, tty, out, err, readLines, declines, tell } = terminal;
  const prompts = promptAnswers({ engine, err, readLines, declines, tell });
  const body = stream.runId === null ? {} : { runId: stream.runId };
  const abort = () =>
    void engine.client['runs.abort']({ params: { id: sessionId }, body }).catch(() => undefined);
  interrupted.addEventListener('abort', abort);
  try {
    // It may have aborted while the run was starting.
    if (interrupted.aborted) abort();
    const watched = new WatchedQuestion(stream.events);
    const code = await printRun(watched.events(), { json, tty, out, err, prompts, tell });
    if (watched.isOpen) terminal.onLostQuestion?.();
    return code;
  } finally {
    interrupted.removeEventListener('abort', abort);
    prompts.over();
  }
}

type RunEvents = StartedTask['stream']['events'];

/** Whether the run waited for an answer when its events ended, because the engine stopped or died. */
class WatchedQuestion {
  readonly #events: RunEvents;
  isOpen = false;

  constructor(events: RunEvents) {
    this.#events = events;
  }

  async *events(): RunEvents {
    for await (const event of this.#events) {
      if (event.type === 'prompt' || event.type === 'secret_prompt') this.isOpen = true;
      else if (event.type !== 'subagent')
        this.isOpen &&= event.type === 'error' && event.data.code === 'interrupted';
      yield event;
    }
  }
}
