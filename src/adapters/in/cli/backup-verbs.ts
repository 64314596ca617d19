import { reasonsInWords, whyNotInDrive, words } from '../../../contract/cli/backups.ts';
import type { Tell } from '../../../contract/cli/says.ts';
import { ProblemError } from '../../../contract/client.ts';
import type { AtTerminal, Ended, OwnCodes } from './at-terminal.ts';
import type { Attached, EngineClient } from './attach.ts';
import { follow, followed } from './follow-backup.ts';
import { blobOf, unread } from './local-files.ts';
import { progressBar } from './progress-bar.ts';

type Backup = Awaited<ReturnType<EngineClient['backups.get']>>;

/** Carries out what is done with backups. */
export const overBackups = (at: AtTerminal, act: (engine: Attached) => Promise<Ended>): Promise<number> =>
  at.over({ ...words, whenInterrupted: () => at.tell('terminal.backup_interrupted') }, act);

/** `svc backup`: what takes longer than one answer. */
export const backupVerbs = {
  'backup create': (at, { json }) =>
    overBackups(at, async ({ client }) => {
      const { tell, say } = at;
      const { backupId } = await client['backups.create']();
      const backup = await afterwards(at, client, backupId);
      if (json) at.printJson(backup);
      if (backup.status !== 'complete')
        return tell('terminal.backup_not_made', {
          why: backup.problems[0] ?? tell('terminal.log_says_why'),
        });
      if (!json) at.print([backupId]);
      say(tell('terminal.backup_made', { files: backup.fileCount }));
      if (backup.warning !== null) say(backup.warning);
      const left = notUploaded(backup, tell);
      if (left === null) sayUpload(backup, at);
      return left;
    }),

  'backup send': (at, { args: [id = ''], json }) =>
    overBackups(at, async ({ client }) => {
      await client['backups.upload']({ params: { id } }).catch((error: unknown) => {
        throw withReasons(error, id, at.tell);
      });
      const backup = await afterwards(at, client, id);
      if (json) at.printJson(backup);
      const left = notUploaded(backup, at.tell);
      if (left === null && !json) sayUpload(backup, at);
      return left;
    }),

  'backup verify': (at, { args: [id = ''], json }) =>
    overBackups(at, async ({ client }) => {
      const verifying = client['backups.verify']({ params: { id }, signal: at.interrupted });
      const { ok, problems, keyMissing } = await followed(client, id, verifying, barOf(at));
      if (json) at.printJson({ ok, problems, keyMissing });
      else
        for (const line of [...(ok ? [at.tell('terminal.backup_verified')] : []), ...problems]) at.say(line);
      if (ok) return;
      return at.tell(keyMissing ? 'terminal.backup_needs_key' : 'terminal.backup_not_restorable');
    }),

  'backup drill': (at, { args: [id], json }) =>
    overBackups(at, async ({ client }) => {
      const { tell, say } = at;
      const backupId = id ?? (await newestOf(client));
      if (backupId === null) return tell('terminal.no_backup_yet');
      if (!json) say(tell('terminal.drill_begins', { backupId }));
      const drilling = client['backups.drill']({ params: { id: backupId }, signal: at.interrupted });
      const { ok, problems, durationMs } = await followed(client, backupId, drilling, barOf(at));
      if (json) at.printJson({ backupId, ok, problems, durationMs });
      else if (ok) say(tell('terminal.drill_done', { seconds: Math.ceil(durationMs / 1000) }));
      if (!json) for (const problem of problems) say(problem);
      return ok ? null : tell('terminal.backup_not_restorable');
    }),

  'backup upload': (at, { args: [file = ''] }) =>
    overBackups(at, async ({ client }) => {
      const body = await blobOf(file);
      if (!('stream' in body)) return unread(file, body);
      const { backupId } = await client['backups.receive']({ body, signal: at.interrupted });
      at.print([backupId]);
      at.say(at.tell('terminal.backup_added', { backupId }));
    }),
} satisfies OwnCodes;

const barOf = ({ err, screen, tell }: AtTerminal) => progressBar(err, screen, tell);

/** The backup once what is done with it has ended. */
async function afterwards(at: AtTerminal, client: EngineClient, id: string): Promise<Backup> {
  const bar = barOf(at);
  await follow(client, id, bar, at.interrupted).finally(() => bar.clear());
  return await client['backups.get']({ params: { id } });
}

function sayUpload({ upload: { status } }: Backup, { say, tell }: AtTerminal): void {
  if (status === 'complete') say(tell('terminal.sent_and_compared'));
  else if (status === 'pending' || status === 'uploading') say(tell('terminal.sent_while_running'));
}

/** In a sentence, why a copy that its owner wants is not in the drive; null if no copy is wanted, or it is in the drive. */
function notUploaded(backup: Backup, tell: Tell): string | null {
  const { status, reasons } = backup.upload;
  const why = whyNotInDrive(backup, tell);
  if (status === 'failed') return tell('terminal.upload_impossible', { why });
  const isWanted = status === 'skipped' && !reasons.includes('off') && !reasons.includes('hosted');
  return isWanted ? tell('terminal.upload_left_out', { why }) : null;
}

/** A refusal to send, with what its owner can do about each reason. */
function withReasons(error: unknown, id: string, tell: Tell): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { code, reasons } = error.problem;
  if (code !== 'upload_not_possible' || !Array.isArray(reasons)) return error;
  const detail = reasonsInWords({ backupId: id, problem: null }, reasons, tell);
  return detail === '' ? error : new ProblemError({ ...error.problem, detail });
}

/** The newest that may be restored; null without one. */
async function newestOf(client: EngineClient): Promise<string | null> {
  const { backups } = await client['backups.list']();
  const usable = backups.find(({ status }) => status === 'complete' || status === 'unverified');
  return usable?.backupId ?? null;
}
