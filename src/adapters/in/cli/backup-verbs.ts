import type { Tell } from '../../../contract/words/says.ts';
import { reasonsInWords, whyNotInDrive, type BackupVerbs } from '../../../contract/cli/backups.ts';
import { ProblemError } from '../../../contract/client.ts';
import { archiveVerbs } from './archive-verbs.ts';
import type { EngineClient } from './attach.ts';
import { verdictOf, type BackupVerbDeps } from './backup-verdict.ts';
import { follow, followed } from './follow-backup.ts';
import { progressBar } from './progress-bar.ts';
import { restoreVerb } from './restore-verb.ts';
import { onOneLine } from './terminal-text.ts';

/** `svc backup`: what takes longer than one answer. */
export function backupVerbs(deps: BackupVerbDeps): BackupVerbs {
  const { out, err } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const asked = verdictOf(deps);
  const sayUpload = (backup: Backup): void => {
    const { status } = backup.upload;
    if (status === 'complete') say('It is in the drive, and its checksums were compared.');
    else if (status === 'pending' || status === 'uploading')
      say('It is sent to the drive while an engine runs.');
  };
  /** In a sentence, why a copy that its owner wants is not in the drive; null if no copy is wanted, or it is in the drive. */
  const notUploaded = (backup: Backup): string | null => {
    const { status, reasons } = backup.upload;
    if (status === 'failed')
      return `the backup is on this machine alone: it could not be uploaded. ${whyNotInDrive(backup, deps.tell)}`;
    const isWanted = status === 'skipped' && !reasons.includes('off') && !reasons.includes('hosted');
    return isWanted
      ? `the backup is on this machine alone: it was not uploaded. ${whyNotInDrive(backup, deps.tell)}`
      : null;
  };

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
        const left = notUploaded(backup);
        if (left === null) sayUpload(backup);
        return left;
      }),

    send: ({ id, json }) =>
      asked(async ({ client }) => {
        await client['backups.upload']({ params: { id } }).catch((error: unknown) => {
          throw withReasons(error, id, deps.tell);
        });
        const bar = progressBar(err, deps.screen);
        await follow(client, id, bar, deps.interrupted).finally(() => bar.clear());
        const backup = await client['backups.get']({ params: { id } });
        if (json) out(`${JSON.stringify(backup)}\n`);
        const left = notUploaded(backup);
        if (left === null && !json) sayUpload(backup);
        return left;
      }),

    verify: ({ id, json }) =>
      asked(async ({ client }) => {
        const bar = progressBar(err, deps.screen);
        const { ok, problems, keyMissing } = await followed(
          client,
          id,
          client['backups.verify']({ params: { id }, signal: deps.interrupted }),
          bar,
        );
        if (json) out(`${JSON.stringify({ ok, problems, keyMissing })}\n`);
        else if (ok) say('The backup was opened and checked: it can be restored.');
        if (!json) for (const problem of problems) say(problem);
        if (ok) return null;
        return keyMissing
          ? 'this backup cannot be checked without its key.'
          : 'this backup cannot be restored.';
      }),

    drill: ({ id, json }) =>
      asked(async ({ client }) => {
        const backupId = id ?? (await newestOf(client));
        if (backupId === null) return 'there is no backup yet. Make one with svc backup create.';
        if (!json) say(`Restoring ${backupId} into a scratch folder…`);
        const bar = progressBar(err, deps.screen);
        const drilling = client['backups.drill']({ params: { id: backupId }, signal: deps.interrupted });
        const { ok, problems, durationMs } = await followed(client, backupId, drilling, bar);
        if (json) out(`${JSON.stringify({ backupId, ok, problems, durationMs })}\n`);
        else if (ok)
          say(
            `An engine started on it and found everything, in ${Math.ceil(durationMs / 1000)} s: it is proven.`,
          );
        if (!json) for (const problem of problems) say(problem);
        return ok ? null : 'this backup cannot be restored.';
      }),

    restore: restoreVerb(deps),
    ...archiveVerbs(deps),
  };
}

/** A refusal to send, with what its owner can do about each reason. */
function withReasons(error: unknown, id: string, tell: Tell): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { code, reasons } = error.problem;
  if (code !== 'upload_not_possible' || !Array.isArray(reasons)) return error;
  const detail = reasonsInWords({ backupId: id, problem: null }, reasons, tell);
  return detail === '' ? error : new ProblemError({ ...error.problem, detail });
}

type Backup = Awaited<ReturnType<EngineClient['backups.get']>>;

/** The newest that may be restored; null without one. */
async function newestOf(client: EngineClient): Promise<string | null> {
  const { backups } = await client['backups.list']();
  const usable = backups.find(({ status }) => status === 'complete' || status === 'unverified');
  return usable?.backupId ?? null;
}
