import type { Says, Tell } from '../../../contract/words/says.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { kindInWords, sizeOf, type BackupVerbs, type RestoreAsked } from '../../../contract/cli/backups.ts';
import { ProblemError } from '../../../contract/client.ts';
import { isLostConnection, type Attached, type EngineClient } from './attach.ts';
import { verdictOf, type BackupVerbDeps } from './backup-verdict.ts';
import { followed } from './follow-backup.ts';
import { progressBar } from './progress-bar.ts';
import { onOneLine } from './terminal-text.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

type Backup = Awaited<ReturnType<EngineClient['backups.get']>>;
type Outcome = Awaited<ReturnType<EngineClient['backups.restored']>>;

/** Between two questions about a restore in progress. */
const ASK_MS = 300;

/** `svc backup restore`: says what it will do, asks, and waits for the outcome while the engine restarts. */
export function restoreVerb(deps: BackupVerbDeps): BackupVerbs['restore'] {
  const { err, tell, readLines, readSecret, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);

  /** @returns whether the person agreed, or why nothing was asked */
  async function agreed({ yes }: RestoreAsked): Promise<true | string> {
    if (yes) return true;
    if (!readLines) return tell(sayOf('terminal.restore_to_confirm'));
    err(tell(sayOf('terminal.ask_restore')));
    for await (const line of readLines(interrupted))
      return line.trim().toLowerCase() === 'yes' || tell(sayOf('terminal.nothing_restored'));
    return tell(sayOf('terminal.nothing_restored'));
  }

  async function restored(engine: Attached, asked: RestoreAsked): Promise<string | null> {
    const { id } = asked;
    const backup = await engine.client['backups.get']({ params: { id } });
    for (const line of planOf(backup, deps.dataDir, asked, deps.tell)) say(line);
    const answer = await agreed(asked);
    if (answer !== true) return answer;
    const key = asked.keyFromStdin ? ((await readSecret())?.trim() ?? '') : null;
    if (key === '') return tell(sayOf('terminal.no_restore_key'));
    const body = {
      allowForeign: asked.allowForeign,
      allowUnauthenticated: asked.allowUnauthenticated,
      ...(key === null ? {} : { key }),
    };
    const restoring = engine.client['backups.restore']({ params: { id }, body, signal: interrupted });
    const { operationId } = await followed(
      engine.client,
      id,
      restoring,
      progressBar(err, deps.screen, deps.tell),
    ).catch((error: unknown) => {
      throw withHint(error, key !== null, tell);
    });
    say(tell(sayOf('terminal.restore_sound')));
    return sayOutcome(await outcomeOf(engine, operationId, deps), backup);
  }

  function sayOutcome(
    { status, restoredFiles, safetyBackupId, problems, backupId }: Outcome,
    { own }: Backup,
  ): string | null {
    for (const problem of problems) say(problem);
    if (status !== 'completed')
      return status === 'undone'
        ? tell(sayOf('terminal.restore_undone'))
        : tell(sayOf('terminal.restore_failed'));
    say(tell(sayOf('terminal.restored', { files: restoredFiles, backupId })));
    // After a restore of another instance's backup the engine is that instance.
    const consent = own ? '' : ' --allow-foreign';
    say(tell(sayOf('terminal.restore_undo', { backupId: safetyBackupId, more: consent })));
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
    tell(
      sayOf('terminal.restores', {
        backupId,
        at: localMinute(createdAt),
        kind: kindInWords(backup, tell),
        version: serviceVersion,
        size: sizeOf(sizeBytes),
      }),
    ),
    tell(sayOf('terminal.restore_replaces', { dataDir, withWorkspace: workspace === 'included' })),
    tell(sayOf('terminal.restore_safety')),
  ];
  if (workspace === 'elsewhere') lines.push(tell(sayOf('terminal.workspace_left')));
  if (!backup.own)
    lines.push(tell(sayOf(allowForeign ? 'terminal.restore_foreign' : 'terminal.restore_foreign_needs')));
  return lines;
}

const HINTS: Readonly<Record<string, Says>> = {
  foreign: sayOf('terminal.if_trusted'),
  unauthenticated: sayOf('terminal.if_place_trusted'),
  key_missing: sayOf('terminal.if_key_known'),
};

/** A refusal, with the option that would allow it. */
function withHint(error: unknown, hasKey: boolean, tell: Tell): unknown {
  if (!(error instanceof ProblemError)) return error;
  const reason = String(error.problem['reason']);
  const hint = hasKey && reason === 'key_missing' ? sayOf('terminal.other_key') : HINTS[reason];
  if (hint === undefined) return error;
  return new ProblemError({ ...error.problem, detail: `${error.problem.detail} ${tell(hint)}` });
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
