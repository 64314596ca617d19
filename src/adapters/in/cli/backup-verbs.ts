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
import { say as sayOf } from '../../../contract/cli/says.ts';

/** `svc backup`: what takes longer than one answer. */
export function backupVerbs(deps: BackupVerbDeps): BackupVerbs {
  const { out, err, tell } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const asked = verdictOf(deps);
  const sayUpload = (backup: Backup): void => {
    const { status } = backup.upload;
    if (status === 'complete') say(tell(sayOf('terminal.sent_and_compared')));
    else if (status === 'pending' || status === 'uploading') say(tell(sayOf('terminal.sent_while_running')));
  };
  /** In a sentence, why a copy that its owner wants is not in the drive; null if no copy is wanted, or it is in the drive. */
  const notUploaded = (backup: Backup): string | null => {
    const { status, reasons } = backup.upload;
    if (status === 'failed')
      return tell(sayOf('terminal.upload_impossible', { why: whyNotInDrive(backup, deps.tell) }));
    const isWanted = status === 'skipped' && !reasons.includes('off') && !reasons.includes('hosted');
    return isWanted
      ? tell(sayOf('terminal.upload_left_out', { why: whyNotInDrive(backup, deps.tell) }))
      : null;
  };

  return {
    create: ({ json }) =>
      asked(async ({ client }) => {
        const { backupId } = await client['backups.create']();
        const bar = progressBar(err, deps.screen, deps.tell);
        await follow(client, backupId, bar, deps.interrupted).finally(() => bar.clear());
        const backup = await client['backups.get']({ params: { id: backupId } });
        if (json) out(`${JSON.stringify(backup)}\n`);
        if (backup.status !== 'complete')
          return tell(
            sayOf('terminal.backup_not_made', {
              why: backup.problems[0] ?? tell(sayOf('terminal.log_says_why')),
            }),
          );
        if (!json) out(`${backupId}\n`);
        say(tell(sayOf('terminal.backup_made', { files: backup.fileCount })));
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
        const bar = progressBar(err, deps.screen, deps.tell);
        await follow(client, id, bar, deps.interrupted).finally(() => bar.clear());
        const backup = await client['backups.get']({ params: { id } });
        if (json) out(`${JSON.stringify(backup)}\n`);
        const left = notUploaded(backup);
        if (left === null && !json) sayUpload(backup);
        return left;
      }),

    verify: ({ id, json }) =>
      asked(async ({ client }) => {
        const bar = progressBar(err, deps.screen, deps.tell);
        const { ok, problems, keyMissing } = await followed(
          client,
          id,
          client['backups.verify']({ params: { id }, signal: deps.interrupted }),
          bar,
        );
        if (json) out(`${JSON.stringify({ ok, problems, keyMissing })}\n`);
        else if (ok) say(tell(sayOf('terminal.backup_verified')));
        if (!json) for (const problem of problems) say(problem);
        if (ok) return null;
        return keyMissing
          ? tell(sayOf('terminal.backup_needs_key'))
          : tell(sayOf('terminal.backup_not_restorable'));
      }),

    drill: ({ id, json }) =>
      asked(async ({ client }) => {
        const backupId = id ?? (await newestOf(client));
        if (backupId === null) return tell(sayOf('terminal.no_backup_yet'));
        if (!json) say(tell(sayOf('terminal.drill_begins', { backupId })));
        const bar = progressBar(err, deps.screen, deps.tell);
        const drilling = client['backups.drill']({ params: { id: backupId }, signal: deps.interrupted });
        const { ok, problems, durationMs } = await followed(client, backupId, drilling, bar);
        if (json) out(`${JSON.stringify({ backupId, ok, problems, durationMs })}\n`);
        else if (ok) say(tell(sayOf('terminal.drill_done', { seconds: Math.ceil(durationMs / 1000) })));
        if (!json) for (const problem of problems) say(problem);
        return ok ? null : tell(sayOf('terminal.backup_not_restorable'));
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
