import { NothingToChange, type RouteCommand, WrongOption } from '../../../contract/cli/command.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import { say } from '../../../contract/cli/says.ts';
import { ProblemError } from '../../../contract/client.ts';
import { hasOtherWay } from '../../../contract/words/of-terminal.ts';
import type { Says, Tell } from '../../../contract/words/says.ts';
import { isLostConnection, type Attached } from './attach.ts';
import { byNames } from './by-name.ts';
import { onOneLine } from './terminal-text.ts';

export interface WithEngineDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  /** What to do when the engine stops in the middle, as a sentence. */
  readonly whenGone: Says;
  /** The message for an invalid name or id, as a sentence. */
  readonly whenNothing?: Says;
  readonly whenRefused?: RouteCommand['whenRefused'];
  /** What its names mean; see `byNames`. */
  readonly named?: RouteCommand['named'];
  /** The verb changes nothing. */
  readonly isReading?: boolean;
}

/** How a verb ended that has said itself why it did nothing. */
export type Acted = 'done' | 'refused';

/**
 * Runs a verb against the running engine, or against one started for it; prints a refusal as one line on stderr.
 * @returns the exit code
 */
export const withEngine =
  ({
    attachedOrOwn,
    err,
    tell,
    whenGone,
    whenNothing,
    whenRefused,
    named,
    isReading = false,
  }: WithEngineDeps) =>
  async (act: (engine: Attached) => Promise<Acted | void>): Promise<number> => {
    const refused = (line: string): number => {
      err(`svc: ${onOneLine(line)}\n`);
      return EXIT.refused;
    };
    const inWords = (said: Says | string): string => (typeof said === 'string' ? said : tell(said));
    const engine = await attachedOrOwn();
    try {
      const client = byNames(engine.client, { isReading, kind: named, tell });
      const acted = await act({ ...engine, client, close: () => engine.close() });
      return acted === 'refused' ? EXIT.refused : EXIT.done;
    } catch (error) {
      if (error instanceof ProblemError) {
        const { code, detail, status, says = [] } = error.problem;
        const isNothing = code === 'not_found' || (status === 404 && hasOtherWay(says as readonly Says[]));
        // A value that cannot be part of a URL reaches no route; the error of the URL would not help the user.
        return refused(
          isNothing && whenNothing !== undefined
            ? tell(whenNothing)
            : inWords(whenRefused?.[code]?.(detail) ?? detail),
        );
      }
      // Told with the code of a wrong command line.
      if (error instanceof NothingToChange) throw error;
      if (error instanceof WrongOption) return refused(tell(error.says));
      if (!isLostConnection(error)) throw error;
      return refused(tell(say('terminal.stopped', { whenGone })));
    } finally {
      await engine.close();
    }
  };
