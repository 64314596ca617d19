import { EXIT } from '../../../contract/cli/commands.ts';
import { ProblemError } from '../../../contract/client.ts';
import { isLostConnection, type Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';

export interface WithEngineDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly err: (text: string) => void;
  /** What to do when the engine goes away in the middle, as a sentence. */
  readonly whenGone: string;
  /** What to say of a name or an id that can be none, as a sentence. */
  readonly whenNothing?: string;
}

/**
 * How a verb asks the running engine, or is one for as long as that takes: what it refuses is one line on stderr.
 * @returns the exit code
 */
export const withEngine =
  ({ attachedOrOwn, err, whenGone, whenNothing }: WithEngineDeps) =>
  async (act: (engine: Attached) => Promise<void>): Promise<number> => {
    const refused = (line: string): number => {
      err(`svc: ${onOneLine(line)}\n`);
      return EXIT.refused;
    };
    const engine = await attachedOrOwn();
    try {
      await act(engine);
      return EXIT.done;
    } catch (error) {
      if (error instanceof ProblemError) {
        const { code, detail } = error.problem;
        // What cannot stand in an address reaches no route, whose words would be of addresses.
        return refused(code === 'not_found' && whenNothing !== undefined ? whenNothing : detail);
      }
      if (!isLostConnection(error)) throw error;
      return refused(`the engine went away. ${whenGone}`);
    } finally {
      await engine.close();
    }
  };
