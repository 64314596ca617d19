import type { Says } from '../../../contract/words/says.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { kindInWords, sizeOf } from '../../../contract/cli/backups.ts';
import { ProblemError } from '../../../contract/client.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import { isLostConnection, type Attached, type EngineClient } from './attach.ts';
import { overBackups } from './backup-verbs.ts';
import { followed } from './follow-backup.ts';
import { progressBar } from './progress-bar.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';

type Backup = Awaited<ReturnType<EngineClient['backups.get']>>;
type Outcome = Awaited<ReturnType<EngineClient['backups.restored']>>;

/** Between two questions about a restore in progress. */
const ASK_MS = 300;

/** `svc backup restore`: says what it will do, asks, and waits for the outcome while the engine restarts. */
export const restoreVerb = {
  'backup restore': (at, { args: [id = ''], switches }) =>
    overBackups(at, async (engine) => {
      const { tell, say } = at;
      const backup = await engine.client['backups.get']({ params: { id } });
      const allowForeign = switches.has('allow-foreign');
      for (const line of planOf(backup, at.dataDir, allowForeign, tell)) say(line);
      const refusal = switches.has('yes') ? null : await notAgreed(at);
      if (refusal !== null) return refusal;
      // The vault key of the backup is typed without echo, or read from stdin.
      const key = switches.has('key-from-stdin') ? ((await at.readSecret())?.trim() ?? '') : null;
      if (key === '') return tell('terminal.no_restore_key');
      const body = {
        allowForeign,
        allowUnauthenticated: switches.has('allow-unauthenticated'),
        ...(key === null ? {} : { key }),
      };
      const restoring = engine.client['backups.restore']({ params: { id }, body, signal: at.interrupted });
      const bar = progressBar(at.err, at.screen, tell);
      const { operationId } = await followed(engine.client, id, restoring, bar).catch((error: unknown) => {
        throw withHint(error, key !== null, tell);
      });
      say(tell('terminal.restore_sound'));
      return sayOutcome(await outcomeOf(engine, operationId, at), backup, at);
    }),
} satisfies OwnCodes;

/** No single letter: everything that is here now is replaced. */
const WHOLE_YES: ReadonlySet<string> = new Set(['yes', 'ja']);

/** Why nothing is restored; null where the person at the terminal agreed. */
async function notAgreed({ tell, err, readLines, interrupted }: AtTerminal): Promise<string | null> {
  if (!readLines) return tell('terminal.restore_to_confirm');
  err(tell('terminal.ask_restore'));
  for await (const line of readLines(interrupted))
    return WHOLE_YES.has(line.trim().toLowerCase()) ? null : tell('terminal.nothing_restored');
  return tell('terminal.nothing_restored');
}

function sayOutcome(
  { status, restoredFiles, safetyBackupId, problems, backupId }: Outcome,
  { own }: Backup,
  { say, tell }: AtTerminal,
): string | null {
  for (const problem of problems) say(problem);
  if (status !== 'completed')
    return tell(status === 'undone' ? 'terminal.restore_undone' : 'terminal.restore_failed');
  say(tell('terminal.restored', { files: restoredFiles, backupId }));
  // After a restore of another instance's backup the engine is that instance.
  const consent = own ? '' : ' --allow-foreign';
  say(tell('terminal.restore_undo', { backupId: safetyBackupId, more: consent }));
  return null;
}

/** What a restore of this backup does, in lines. */
function planOf(backup: Backup, dataDir: string, allowForeign: boolean, tell: Tell): readonly string[] {
  const { backupId, createdAt, serviceVersion, sizeBytes, workspace } = backup;
  const lines = [
    tell('terminal.restores', {
      backupId,
      at: localMinute(createdAt),
      kind: kindInWords(backup, tell),
      version: serviceVersion,
      size: sizeOf(sizeBytes),
    }),
    tell('terminal.restore_replaces', { dataDir, withWorkspace: workspace === 'included' }),
    tell('terminal.restore_safety'),
  ];
  if (workspace === 'elsewhere') lines.push(tell('terminal.workspace_left'));
  if (!backup.own)
    lines.push(tell(allowForeign ? 'terminal.restore_foreign' : 'terminal.restore_foreign_needs'));
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
  { attachedOrOwn, interrupted }: Pick<AtTerminal, 'attachedOrOwn' | 'interrupted'>,
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
