import type { BackupVerbs } from '../../../contract/cli/backups.ts';
import { verdictOf, type BackupVerbDeps } from './backup-verdict.ts';
import { blobOf, unread, written } from './local-files.ts';
import { onOneLine } from './terminal-text.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

/** `svc backup download` and `upload`: a backup as one file. */
export function archiveVerbs(deps: BackupVerbDeps): Pick<BackupVerbs, 'download' | 'upload'> {
  const { out, err, tell, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const asked = verdictOf(deps);

  return {
    download: ({ id, file }) =>
      asked(async ({ client }) => {
        const path = file ?? `svc-backup-${id}.zip`;
        const { body } = await client['backups.archive']({ params: { id }, signal: interrupted });
        const problem = await written(path, body as AsyncIterable<Uint8Array>);
        if (problem !== null) return tell(problem);
        out(`${path}\n`);
        return null;
      }),

    upload: ({ file }) =>
      asked(async ({ client }) => {
        const body = await blobOf(file);
        if (!('stream' in body)) return tell(unread(file, body));
        const { backupId } = await client['backups.receive']({ body, signal: interrupted });
        out(`${backupId}\n`);
        say(tell(sayOf('terminal.backup_added', { backupId })));
        return null;
      }),
  };
}
