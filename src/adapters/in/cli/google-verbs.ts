import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/commands.ts';
import { asksOf, type GoogleVerbs } from '../../../contract/cli/google.ts';
import { agreed } from './agreed.ts';
import type { Attached, EngineClient } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import type { VerbDeps } from './verbs.ts';
import { withEngine } from './with-engine.ts';

/** Between two looks at a connection that waits for its owner. */
const LOOK_MS = 1_000;

type Status = Awaited<ReturnType<EngineClient['google.status']>>;

/** `svc google`: what waits for a person. */
export function googleVerbs(deps: VerbDeps): GoogleVerbs {
  const { out, err, interrupted, readLines } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const asked = withEngine({
    attachedOrOwn: deps.attachedOrOwn,
    err,
    whenGone: 'svc google shows how the connection stands.',
    whenNothing: '',
  });
  const acted = async (act: (engine: Attached) => Promise<string | null>): Promise<number> => {
    let problem: string | null = null;
    const code = await asked(async (engine) => {
      problem = await act(engine);
    });
    if (problem === null) return code;
    err(`svc: ${onOneLine(problem)}\n`);
    return EXIT.refused;
  };

  return {
    connect: ({ access, browser, json }) =>
      acted(async ({ client }) => {
        say('Google is asked for:');
        for (const line of asksOf(await client['google.status'](), access))
          say(`  ${typeof line === 'string' ? line : line.join(': ')}`);
        const { verificationUrl, userCode, expiresAt } = await client['google.auth']({
          body: { access, browser },
        });
        say(
          userCode === null
            ? 'Open this address in a browser on this machine:'
            : 'Open this address in any browser:',
        );
        say(`  ${verificationUrl}`);
        if (userCode !== null) say(`and type this code there: ${userCode}`);
        say(`Waiting for your answer until ${expiresAt}…`);
        const now = await answered(client, interrupted);
        if (json) out(`${JSON.stringify(now)}\n`);
        if (interrupted.aborted) {
          await client['google.cancel']();
          return 'interrupted. Nothing was connected by this command.';
        }
        if (!now.connected || now.problem !== null)
          return now.problem?.text ?? 'the connection ended without an answer.';
        say(`Connected${now.account === null ? '' : ` as ${now.account}`}.`);
        if (!now.driveScope) say('Backups cannot be uploaded: managing the files of svc was not allowed.');
        else say('To upload backups, switch it on: svc config set backup_clouddrive true');
        return null;
      }),

    disconnect: ({ deleteBackups, json }) =>
      acted(async ({ client }) => {
        const isDeleting =
          deleteBackups ??
          (readLines !== null && (await agreed(QUESTION, { say, err, readLines, interrupted })));
        const { revoked, drive_backups } = await client['google.revoke']({
          body: { delete_drive_backups: isDeleting },
        });
        if (json) out(`${JSON.stringify({ revoked, drive_backups })}\n`);
        else {
          const { status, deleted, reasons } = drive_backups;
          say(DELETIONS[status](deleted));
          for (const { text } of reasons) say(`  ${text}`);
          say(revoked ? 'Disconnected: Google has ended the access.' : NOT_CONFIRMED);
        }
        return drive_backups.status === 'degraded' ? 'the deletion is not complete.' : null;
      }),
  };
}

const QUESTION = {
  question: 'Delete the backups that svc has uploaded to the drive',
  unasked: 'this has to be confirmed',
  undone: 'The backups in the drive are kept.',
} as const;

const DELETIONS: Readonly<
  Record<'skipped' | 'none' | 'deleted' | 'degraded' | 'unchecked', (files: number) => string>
> = {
  skipped: () => 'Backups in the drive were kept.',
  unchecked: () => 'There was no access to the drive, so nothing was deleted there.',
  none: () => 'There were no backups in the drive.',
  deleted: (files) => `Deleted in the drive: ${files} files. The empty folders stay.`,
  degraded: (files) => `Deleted in the drive: ${files} files. Not everything could be deleted:`,
};

const NOT_CONFIRMED =
  'The access is forgotten here. Google did not confirm that it ended: see myaccount.google.com, under third-party access.';

/** Looks until no connection waits any more. */
async function answered(client: EngineClient, interrupted: AbortSignal): Promise<Status> {
  for (;;) {
    const now = await client['google.status']();
    if (now.pending === null || interrupted.aborted) return now;
    await pause(LOOK_MS, null, { signal: interrupted }).catch(() => undefined);
  }
}
