import type { Tell } from '../../../contract/words/says.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { kindInWords, sizeOf, type BackupVerbs, type RestoreAsked } from '../../../contract/cli/backups.ts';
import { ProblemError } from '../../../contract/client.ts';
import { isLostConnection, type Attached, type EngineClient } from './attach.ts';
import { verdictOf, type BackupVerbDeps } from './backup-verdict.ts';
import { followed } from './follow-backup.ts';
import { progressBar } from './progress-bar.ts';
import { onOneLine } from './terminal-text.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';

type Backup = Awaited<ReturnType<EngineClient['backups.get']>>;
type Outcome = Awaited<ReturnType<EngineClient['backups.restored']>>;

/** Between two questions about a restore in progress. */
const ASK_MS = 300;

/** `svc backup restore`: says what it will do, asks, and waits for the outcome while the engine restarts. */
export function restoreVerb(deps: BackupVerbDeps): BackupVerbs['restore'] {
  const { err, readLines, readSecret, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);

  /** @returns whether the person agreed, or why nothing was asked */
  async function agreed({ yes }: RestoreAsked): Promise<true | string> {
    if (yes) return true;
    if (!readLines) return 'a restore has to be confirmed: repeat this with --yes.';
    err('Restore it? Type yes: ');
    for await (const line of readLines(interrupted))
      return line.trim().toLowerCase() === 'yes' || 'nothing was restored.';
    return 'nothing was restored.';
  }

  async function restored(engine: Attached, asked: RestoreAsked): Promise<string | null> {
    const { id } = asked;
    const backup = await engine.client['backups.get']({ params: { id } });
    for (const line of planOf(backup, deps.dataDir, asked, deps.tell)) say(line);
    const answer = await agreed(asked);
    if (answer !== true) return answer;
    const key = asked.keyFromStdin ? ((await readSecret())?.trim() ?? '') : null;
    if (key === '') return 'there was no key. Nothing was restored.';
    const body = {
      allowForeign: asked.allowForeign,
      allowUnauthenticated: asked.allowUnauthenticated,
      ...(key === null ? {} : { key }),
    };
    const restoring = engine.client['backups.restore']({ params: { id }, body, signal: interrupted });
    const { operationId } = await followed(engine.client, id, restoring, progressBar(err, deps.screen)).catch(
      (error: unknown) => {
        throw withHint(error, key !== null);
      },
    );
    say('The backup is sound. The engine restarts with it…');
    return sayOutcome(await outcomeOf(engine, operationId, deps), backup);
  }

  function sayOutcome(
    { status, restoredFiles, safetyBackupId, problems, backupId }: Outcome,
    { own }: Backup,
  ): string | null {
    for (const problem of problems) say(problem);
    if (status !== 'completed')
      return status === 'undone'
        ? 'the restore was undone: everything is as it was before.'
        : 'the restore failed before anything was changed.';
    say(`Restored: ${restoredFiles} files of ${backupId}.`);
    // After a restore of another instance's backup the engine is that instance.
    const consent = own ? '' : ' --allow-foreign';
    say(`To undo this, restore the safety backup: svc backup restore ${safetyBackupId}${consent}`);
    return null;
  }

  return (asked) => verdictOf(deps)((engine) => restored(engine, asked));
}

/** What a restore of this backup does, in lines. */
function planOf(
  backup: Backup,
  dataDir: string,
  { allowForeign }: RestoreAsked,
  tell: Tell,
): readonly string[] {
  const { backupId, createdAt, serviceVersion, sizeBytes, workspace } = backup;
  const lines = [
    `This restores the backup ${backupId} of ${localMinute(createdAt)}, ${kindInWords(backup, tell)} by svc ${serviceVersion} (${sizeOf(sizeBytes)}).`,
    `It replaces everything in ${dataDir}: conversations, memory, secrets, settings${workspace === 'included' ? ' and the workspace' : ''}. What came after the backup is gone from there.`,
    'Before that a safety backup of the present state is made. Runs in progress are interrupted, and the engine is away for some seconds.',
  ];
  if (workspace === 'elsewhere')
    lines.push('The workspace is not in this backup: files there stay as they are.');
  if (!backup.own)
    lines.push(
      `Another instance of svc made this backup${allowForeign ? '' : ': it needs --allow-foreign'}.`,
    );
  return lines;
}

const HINTS: Readonly<Record<string, string>> = {
  foreign: 'If you trust it, repeat this with --allow-foreign.',
  unauthenticated: 'If you trust the place where it was kept, repeat this with --allow-unauthenticated.',
  key_missing: 'If you have that key, repeat this with --key-from-stdin.',
};

/** A refusal, with the option that would allow it. */
function withHint(error: unknown, hasKey: boolean): unknown {
  if (!(error instanceof ProblemError)) return error;
  const reason = String(error.problem['reason']);
  const hint = hasKey && reason === 'key_missing' ? 'The given key is another one.' : HINTS[reason];
  if (hint === undefined) return error;
  return new ProblemError({ ...error.problem, detail: `${error.problem.detail} ${hint}` });
}

/** Asks until the restore is over. Meanwhile the engine may be away, or answer that it is not ready. */
export async function outcomeOf(
  first: Attached,
  operationId: string,
  { attachedOrOwn, interrupted }: Pick<BackupVerbDeps, 'attachedOrOwn' | 'interrupted'>,
): Promise<Outcome> {
  let engine = first;
  const leave = async () => {
    if (engine !== first) await engine.close();
  };
  try {
    for (;;) {
      interrupted.throwIfAborted();
      try {
        const request = { params: { operationId }, signal: interrupted };
        const outcome = await engine.client['backups.restored'](request);
        if (outcome.status !== 'running') return outcome;
      } catch (error) {
        if (isLostConnection(error)) {
          await leave();
          engine = await attachedOrOwn();
        } else if (!isNotReady(error)) throw error;
      }
      await pause(ASK_MS, null, { signal: interrupted }).catch(() => undefined);
    }
  } finally {
    await leave();
  }
}

const isNotReady = (error: unknown): boolean => error instanceof ProblemError && error.problem.status === 503;
