import { setTimeout as pause } from 'node:timers/promises';
import type { BackupVerbs } from '../../../contract/cli/backups.ts';
import { EXIT } from '../../../contract/cli/commands.ts';
import type { Attached, EngineClient } from './attach.ts';
import { progressBar, type ProgressBar } from './progress-bar.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface BackupVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `err` is a terminal. */
  readonly screen: boolean;
  readonly interrupted: AbortSignal;
}

/** `svc backup`: what takes longer than one answer. */
export function backupVerbs(deps: BackupVerbDeps): BackupVerbs {
  const { out, err } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const asked = verdictOf(deps);

  return {
    create: ({ json }) =>
      asked(async ({ client }) => {
        const { backupId } = await client['backups.create']();
        const bar = progressBar(err, deps.screen);
        await follow(client, backupId, bar, deps.interrupted).finally(() => bar.clear());
        const backup = await client['backups.get']({ params: { id: backupId } });
        if (json) out(`${JSON.stringify(backup)}\n`);
        if (backup.status !== 'complete')
          return `the backup failed. ${backup.problems[0] ?? 'The log of the engine says why.'}`;
        if (!json) out(`${backupId}\n`);
        say(`The backup is complete: ${backup.fileCount} files, opened and checked.`);
        if (backup.warning !== null) say(backup.warning);
        return null;
      }),

    verify: ({ id, json }) =>
      asked(async ({ client }) => {
        const bar = progressBar(err, deps.screen);
        const { ok, problems } = await followed(
          client,
          id,
          client['backups.verify']({ params: { id }, signal: deps.interrupted }),
          bar,
        );
        if (json) out(`${JSON.stringify({ ok, problems })}\n`);
        else if (ok) say('The backup was opened and checked: it can be restored.');
        if (!json) for (const problem of problems) say(problem);
        return ok ? null : 'this backup cannot be restored.';
      }),
  };
}

/** Carries out a verb that ends well, or with a sentence that says why it did not. @returns the exit code */
export const verdictOf =
  ({ attachedOrOwn, err, interrupted }: Pick<BackupVerbDeps, 'attachedOrOwn' | 'err' | 'interrupted'>) =>
  async (act: (engine: Attached) => Promise<string | null>): Promise<number> => {
    let problem: string | null = null;
    const ask = withEngine({
      attachedOrOwn,
      err,
      whenGone: 'Run svc backup to see which backups there are.',
      whenNothing: 'This is not the id of a backup: svc backup lists them.',
    });
    const code = await ask(async (engine) => {
      try {
        problem = await act(engine);
      } catch (error) {
        if (!interrupted.aborted) throw error;
        problem = 'interrupted. An engine that goes on running finishes what it began: see svc backup.';
      }
    });
    if (problem === null) return code;
    err(`svc: ${onOneLine(problem)}\n`);
    return EXIT.refused;
  };

const PHASES = { copying: 'Copying', verifying: 'Checking', restoring: 'Restoring' } as const;

/** Shows the progress of the operation on a backup until it ends, or throws when `signal` aborts. */
async function follow(
  client: EngineClient,
  id: string,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<void> {
  const { events } = await client['backups.events']({ params: { id }, signal });
  for await (const event of events)
    if (event.type === 'progress') bar.show({ ...event.data, what: PHASES[event.data.phase] });
  signal.throwIfAborted();
}

/** Between two looks at an operation that has not begun yet. */
const LOOK_MS = 200;

/** The answer of a request that is carried out before it answers, with its progress meanwhile. */
export async function followed<Answer>(
  client: EngineClient,
  id: string,
  request: Promise<Answer>,
  bar: ProgressBar,
): Promise<Answer> {
  const over = new AbortController();
  const answer = request.finally(() => over.abort());
  answer.catch(() => undefined);
  while (!over.signal.aborted) {
    // What is wrong with the request, its own answer says.
    await follow(client, id, bar, over.signal).catch(() => undefined);
    await pause(LOOK_MS, null, { signal: over.signal }).catch(() => undefined);
  }
  bar.clear();
  return await answer;
}
