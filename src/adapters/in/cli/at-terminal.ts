import {
  EXIT,
  NothingToChange,
  WrongOption,
  type CommandInput,
  type Line,
  type OwnCommand,
  type RouteCommand,
} from '../../../contract/cli/command.ts';
import { ProblemError } from '../../../contract/client.ts';
import { hasOtherWay } from '../../../contract/words/of-terminal.ts';
import type { Says } from '../../../contract/words/says.ts';
import { isLostConnection, type Attached } from './attach.ts';
import { byNames } from './by-name.ts';
import { onOneLine, textOfLine } from './terminal-text.ts';
import type { VerbDeps } from './verb-deps.ts';

/** What a command says where it cannot be carried out, and over which engine it is. */
export interface Over extends Pick<RouteCommand, 'whenGone' | 'whenNothing' | 'whenRefused' | 'named'> {
  /** If not given, the running one, or one of this command's own. */
  readonly engine?: () => Promise<Attached>;
  /** It changes nothing, so that a part of a name will do. */
  readonly isReading?: boolean;
  /** What is said after a Ctrl-C, which it does not wait out then. */
  readonly whenInterrupted?: () => string;
}

/** How a command ended: well, with an exit code, or with why it did nothing, which is told. */
export type Ended = void | null | number | string | Says;

/** The terminal, as commands with code of their own use it. */
export interface AtTerminal extends VerbDeps {
  /** One line on stderr. */
  readonly say: (line: string) => void;
  /** Says why nothing was done. @returns the exit code of that */
  readonly refuse: (why: string | Says) => number;
  /** Lines of an answer on stdout: their text can neither control the terminal nor look like two lines. */
  readonly print: (lines: readonly Line[]) => void;
  /** An answer as it is. */
  readonly printJson: (answer: unknown) => void;
  /**
   * Carries something out over an engine. Why it cannot be done is one line on stderr.
   * @returns the exit code
   */
  readonly over: (how: Over, act: (engine: Attached) => Promise<Ended>) => Promise<number>;
}

/** The code of a command. @returns the exit code */
export type OwnCode = (at: AtTerminal, input: CommandInput, request: unknown) => Promise<number>;

/** The code of some of them. */
export type OwnCodes = Partial<Record<OwnCommand, OwnCode>>;

export function atTerminal(deps: VerbDeps): AtTerminal {
  const { out, err, tell, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const refuse = (why: string | Says): number => {
    say(`svc: ${typeof why === 'string' ? why : tell(why)}`);
    return EXIT.refused;
  };

  async function over(
    {
      engine: reached = deps.attachedOrOwn,
      whenGone,
      whenNothing,
      whenRefused,
      named,
      isReading = false,
      whenInterrupted,
    }: Over,
    act: (engine: Attached) => Promise<Ended>,
  ): Promise<number> {
    const engine = await reached();
    try {
      const client = byNames(engine.client, { isReading, kind: named, tell });
      const ended = (await act({ ...engine, client, close: () => engine.close() })) ?? EXIT.done;
      return typeof ended === 'number' ? ended : refuse(ended);
    } catch (error) {
      if (whenInterrupted && interrupted.aborted) return refuse(whenInterrupted());
      if (error instanceof ProblemError) {
        const { code, detail, status, says = [] } = error.problem;
        const isNothing = code === 'not_found' || (status === 404 && hasOtherWay(says as readonly Says[]));
        // A value that cannot be part of a URL reaches no route; the error of the URL would not help the user.
        return refuse(
          isNothing && whenNothing !== undefined ? whenNothing : (whenRefused?.[code]?.(detail) ?? detail),
        );
      }
      // Told with the code of a wrong command line.
      if (error instanceof NothingToChange) throw error;
      if (error instanceof WrongOption) return refuse(error.says);
      if (!isLostConnection(error)) throw error;
      return refuse(tell('terminal.stopped', { whenGone }));
    } finally {
      await engine.close();
    }
  }

  return {
    ...deps,
    say,
    refuse,
    print: (lines) => out(lines.map((line) => `${textOfLine(line)}\n`).join('')),
    printJson: (answer) => out(`${JSON.stringify(answer)}\n`),
    over,
  };
}
