import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/command.ts';
import {
  asksOf,
  HOSTED_WITHOUT_CONNECTION,
  whereToAnswer,
  type GoogleVerbs,
} from '../../../contract/cli/google.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { ProblemError } from '../../../contract/client.ts';
import { decided } from './agreed.ts';
import type { Attached, EngineClient } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import type { VerbDeps } from './verb-deps.ts';
import { withEngine } from './with-engine.ts';

/** Between two looks at a connection that waits for its owner. */
const LOOK_MS = 1_000;

type AccessLevel = Parameters<GoogleVerbs['connect']>[0]['access'];
type Status = Awaited<ReturnType<EngineClient['google.status']>>;

/** `svc google`: what waits for a person. */
export function googleVerbs(deps: VerbDeps): GoogleVerbs {
  const { out, err, tell, interrupted, readLines } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const asked = withEngine({
    attachedOrOwn: deps.attachedOrOwn,
    err,
    tell,
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
        const before = await client['google.status']();
        if (before.mode === 'hosted' && !before.available) return HOSTED_WITHOUT_CONNECTION;
        say('Google is asked for:');
        for (const line of asksOf(before, access))
          say(`  ${typeof line === 'string' ? line : line.join(': ')}`);
        const begun = await begunOrWaiting(client, { access, browser });
        if (typeof begun === 'string') return begun;
        const { verificationUrl, userCode, expiresAt } = begun;
        say(
          userCode === null
            ? 'Open this address in a browser on this machine:'
            : 'Open this address in any browser:',
        );
        say(`  ${verificationUrl}`);
        if (userCode !== null) say(`and type this code there: ${userCode}`);
        say(`Waiting for your answer until ${localMinute(expiresAt)}…`);
        const now = await answered(client, interrupted);
        if (json) out(`${JSON.stringify(now)}\n`);
        if (interrupted.aborted) {
          await client['google.cancel']();
          return 'interrupted. Nothing was connected by this command.';
        }
        if (!now.connected || now.problem !== null)
          return now.problem?.text ?? 'the connection ended without an answer.';
        say(`Connected${now.account === null ? '' : ` as ${now.account}`}.`);
        if (!now.driveScope)
          say(
            'Backups cannot be uploaded: managing the files of svc was not allowed. Connect again, and leave the box ticked.',
          );
        else if ((await client['config.get']()).config.backup_clouddrive !== true)
          say('To upload backups, switch it on: svc config set backup_clouddrive true');
        return null;
      }),

    disconnect: ({ deleteBackups, json }) =>
      acted(async ({ client }) => {
        const { connected, pending, problem } = await client['google.status']();
        // With a locked vault it is not known whether an account is connected.
        if (!connected && problem?.code === 'vault_locked') return problem.text;
        const isDeleting =
          deleteBackups ??
          (connected ? await decided(QUESTION, { say, err, readLines, interrupted, tell }) : false);
        if (isDeleting === null) return UNDECIDED[readLines ? 'unanswered' : 'unasked'];
        const { revoked, drive_backups } = await client['google.revoke']({
          body: { delete_drive_backups: isDeleting },
        });
        if (json) out(`${JSON.stringify({ revoked, drive_backups })}\n`);
        else if (!connected) {
          say('No account is connected.');
          if (pending !== null) say('The connection that waited for you is ended.');
        } else {
          const { status, deleted, reasons } = drive_backups;
          say(DELETIONS[status](deleted));
          for (const { text } of reasons) say(`  ${text}`);
          say(revoked ? 'Disconnected: Google has ended the access.' : NOT_CONFIRMED);
        }
        return drive_backups.status === 'degraded' ? 'the deletion is not complete.' : null;
      }),
  };
}

const QUESTION =
  'This ends the access to your account. Delete the backups that svc has uploaded there first? Type yes or no (Ctrl-C changes nothing): ';

const UNDECIDED = {
  unasked:
    'say what becomes of the backups in the drive: repeat this with --delete-backups or --keep-backups. Nothing was changed.',
  unanswered: 'Nothing was changed.',
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

/** A connection that begins; or, where one waits already, what can be done with that. */
async function begunOrWaiting(
  client: EngineClient,
  body: { readonly access: AccessLevel; readonly browser: boolean },
): Promise<Awaited<ReturnType<EngineClient['google.auth']>> | string> {
  try {
    return await client['google.auth']({ body });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'connection_in_progress') throw error;
    const { pending } = await client['google.status']();
    if (pending === null) throw error;
    return `a connection waits for you already, until ${localMinute(pending.expiresAt)}: ${whereToAnswer(pending)}. To begin another, end it with svc google cancel.`;
  }
}

/** Looks until no connection waits any more. */
async function answered(client: EngineClient, interrupted: AbortSignal): Promise<Status> {
  for (;;) {
    const now = await client['google.status']();
    if (now.pending === null || interrupted.aborted) return now;
    await pause(LOOK_MS, null, { signal: interrupted }).catch(() => undefined);
  }
}
