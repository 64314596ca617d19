import type { Tell } from '../../../contract/words/says.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import type { Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface BackupVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
  /** Whether `err` is a terminal. */
  readonly screen: boolean;
  readonly interrupted: AbortSignal;
  readonly readSecret: (what?: string) => Promise<string | null>;
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly dataDir: string;
}

/** Carries out a verb that ends well, or with a sentence that says why it did not. @returns the exit code */
export const verdictOf =
  ({
    attachedOrOwn,
    err,
    tell,
    interrupted,
  }: Pick<BackupVerbDeps, 'attachedOrOwn' | 'err' | 'tell' | 'interrupted'>) =>
  async (act: (engine: Attached) => Promise<string | null>): Promise<number> => {
    let problem: string | null = null;
    const ask = withEngine({
      attachedOrOwn,
      err,
      tell,
      whenGone: sayOf('gone.backups'),
      whenNothing: sayOf('nothing.backup'),
    });
    const code = await ask(async (engine) => {
      try {
        problem = await act(engine);
      } catch (error) {
        if (!interrupted.aborted) throw error;
        problem = tell(sayOf('terminal.backup_interrupted'));
      }
    });
    if (problem === null) return code;
    err(`svc: ${onOneLine(problem)}\n`);
    return EXIT.refused;
  };
