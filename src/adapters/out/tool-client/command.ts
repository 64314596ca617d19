import type { Quoted } from '../../../core/kernel/says.ts';
import { quote } from '../../../core/kernel/quoted.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import { jsonWithDigits } from '../../../core/kernel/exact-json.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { OVER } from '../../../core/kernel/abort.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { cleanedLine } from '../../../core/execution/tool-servers/cleaned-text.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import { messageTooLong } from './guarded-fetch.ts';
import { limited, pathOf } from './limited-program.ts';
import { LastWords, Lines, UnusableLine } from './lines.ts';
import { endMarked, MARK } from './marked-processes.ts';
import { endGroup, killGroup } from './process-group.ts';
import type { ProgramWatch } from './program-watch.ts';
import { said } from './said.ts';
import type { EndingTransport } from './wire.ts';

export interface CommandDeps {
  /** Its name, for the log. */
  readonly server: string;
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly watch: ProgramWatch;
  readonly clock: Clock;
  readonly log: Log;
}

/** A line that tells more than the last one: many programs end with where they failed, and not with why. */
const TELLS = /error|fail|cannot|not found|no such|denied|invalid/iu;
/** What is kept of what a program says beside the protocol. */
const WORDS_CHARS = 4_000;
const WORDS_LINES = 10;
/** After a program has ended, its last answer may still be on the way. */
const LAST_ANSWER_MS = 100;

/**
 * A program of this machine that speaks the protocol on its standard streams, one message on a line. It is started from
 * an argument list that no shell reads, in the home folder, with the given environment, a mark, limits, and nothing else of
 * the engine. One that uses more than it may is ended at once. It leads a process group of its own: with the connection, the
 * whole group ends, and what left the group is found by the mark. If the engine is killed, the program sees its input end;
 * one that ignores that goes on until its owner ends it.
 */
export class CommandTransport implements EndingTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: readonly string[];
  readonly #deps: CommandDeps;
  readonly #words = new LastWords(WORDS_CHARS);
  readonly #mark = randomUUID();
  #child: ChildProcess | null = null;
  #unwatch = (): void => undefined;
  #ended: Refusal | null = null;
  #hasExited = false;
  readonly #over = new AbortController();
  /** The requests for a list of tools that are not answered. */
  readonly #lists = new Set<unknown>();
  #closing: Promise<void> | null = null;

  constructor(command: readonly string[], deps: CommandDeps) {
    this.#command = command;
    this.#deps = deps;
  }

  /** Whether the program has ended by itself. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  ending(): Refusal {
    return this.#ended ?? refuse.tool_server_away();
  }

  async start(): Promise<void> {
    const [program = '', ...args] = this.#command;
    const { found, folder } = await programAt(program, this.#deps.environment);
    if (this.#closing) throw this.ending();
    await this.#spawned(limited(found, args), folder).catch((error: unknown) => {
      throw notStarted(program, error);
    });
  }

  #spawned({ program, args }: ReturnType<typeof limited>, folder: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: folder,
        env: { ...this.#deps.environment, [MARK]: this.#mark },
        detached: true,
        shell: false,
        windowsHide: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      this.#child = child;
      child.once('spawn', resolve);
      child.on('error', reject);
      this.#listen(child);
      if (child.pid === undefined) return;
      this.#unwatch = this.#deps.watch.watch(child.pid, (why) => {
        killGroup(child);
        this.#end(why);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && 'method' in message && message.method === 'tools/list')
      this.#lists.add(message.id);
    return new Promise((resolve, reject) => {
      this.#child?.stdin?.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) void this.#unread().then(reject);
        else resolve();
      });
    });
  }

  /** Resolves when the program and what it started are gone. Repeatable; never rejects. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const child = this.#child;
    this.#unwatch();
    if (child) await endGroup(child, this.#deps.clock);
    await endMarked(this.#mark, this.#deps.clock);
    for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy();
    const lines = this.#words.lines(WORDS_LINES).map((line) => cleanedLine(line, limits.saidChars));
    if (lines.length > 0) this.#deps.log.debug('tool server said', { server: this.#deps.server, lines });
  }

  #listen(child: ChildProcess): void {
    const lines = new Lines(limits.messageBytes);
    // Errors of the pipes come with the end of the program.
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream?.on('error', (error) => this.onerror?.(error));
    child.stderr?.on('data', (chunk: Buffer) => this.#words.add(chunk));
    child.stdout?.on('data', (chunk: Buffer) => {
      const whole = this.#ended ? [] : lines.in(chunk);
      if (whole === null) this.#end(messageTooLong());
      else for (const line of whole) this.#taken(line);
    });
    child.once('exit', (code, signal) => void this.#exited(child, code, signal));
  }

  /** A program that does not read any more mostly has just ended, and then that is what is told. */
  async #unread(): Promise<Refusal> {
    await this.#deps.clock.sleep(LAST_ANSWER_MS * 10, this.#over.signal);
    this.#end(refuse.tool_server_away({}, say('server.reads_nothing')));
    return this.ending();
  }

  /** While a list of tools is asked for, a message is no longer than a part of one. */
  #taken(line: string): void {
    if (this.#lists.size > 0 && line.length > limits.listMessageBytes)
      this.#end(messageTooLong(limits.listMessageBytes));
    else this.#received(line);
  }

  #received(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(jsonWithDigits(line));
    } catch (error) {
      // Programs print other things too.
      this.onerror?.(new UnusableLine(line, error));
      return;
    }
    if ('id' in message && !('method' in message)) this.#lists.delete(message.id);
    this.onmessage?.(message);
  }

  /** Others of its group may hold its output open. */
  async #exited(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    if (this.#closing) return;
    this.#hasExited = true;
    const closed = new AbortController();
    child.once('close', () => closed.abort(OVER));
    await this.#deps.clock.sleep(LAST_ANSWER_MS, closed.signal);
    const how =
      signal === null ? say('server.exited', { code: code ?? 0 }) : say('server.killed', { signal });
    const lines = this.#words.lines(WORDS_LINES);
    const words = said(lines.findLast((line) => TELLS.test(line)) ?? lines.at(-1));
    this.#end(refuse.tool_server_away({}, [how, ...words]));
  }

  #end(why: Refusal): void {
    this.#ended ??= why;
    this.#over.abort(OVER);
    // What waits for an answer need not wait for the end of the group.
    void this.close();
    this.onclose?.();
  }
}

/** Where a program is, and where it is started. @throws Refusal tool_server_program_missing, tool_server_away */
export async function programAt(
  program: string,
  { HOME: home = '', PATH: path }: Readonly<Record<string, string>>,
): Promise<{ readonly found: string; readonly folder: string }> {
  const folder = existsSync(home) ? home : tmpdir();
  const found = await pathOf(program, folder, path).catch((error: unknown) => {
    throw notFound(program, error);
  });
  return { found, folder };
}

function notFound(program: string, error: unknown): Refusal {
  const { code } = error as { code?: unknown };
  const why =
    code === 'ENOENT'
      ? say('server.no_program', { program: shown(program) })
      : say('server.program_not_allowed', { program: shown(program) });
  return code === 'ENOENT' || code === 'EACCES'
    ? refuse.tool_server_program_missing({}, why, error)
    : notStarted(program, error);
}

function notStarted(program: string, error: unknown): Refusal {
  const { code } = error as { code?: unknown };
  return refuse.tool_server_away(
    {},
    say('server.not_started', { program: shown(program), code: typeof code === 'string' ? code : null }),
    error,
  );
}

const shown = (program: string): Quoted => quote(cleanedLine(program, limits.saidChars));
