import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/command.ts';
import { asksOf, whereToAnswer, type GoogleVerbs } from '../../../contract/cli/google.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { ProblemError } from '../../../contract/client.ts';
import { decided } from './agreed.ts';
import type { Attached, EngineClient } from './attach.ts';
import { onOneLine } from './terminal-text.ts';
import type { Tell } from '../../../contract/words/says.ts';
import type { VerbDeps } from './verb-deps.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

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
    whenGone: sayOf('gone.google'),
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
        if (before.mode === 'hosted' && !before.available)
          return tell(sayOf('terminal.hosted_without_connection'));
        say(tell(sayOf('terminal.google_asked_for')));
        for (const line of asksOf(before, access))
          say(`  ${typeof line === 'string' ? line : line.join(': ')}`);
        const begun = await begunOrWaiting(client, { access, browser }, tell);
        if (typeof begun === 'string') return begun;
        const { verificationUrl, userCode, expiresAt } = begun;
        say(userCode === null ? tell(sayOf('terminal.open_here')) : tell(sayOf('terminal.open_anywhere')));
        say(`  ${verificationUrl}`);
        if (userCode !== null) say(tell(sayOf('terminal.type_code', { code: userCode })));
        say(tell(sayOf('terminal.waiting_for_answer', { until: localMinute(expiresAt) })));
        const now = await answered(client, interrupted);
        if (json) out(`${JSON.stringify(now)}\n`);
        if (interrupted.aborted) {
          await client['google.cancel']();
          return tell(sayOf('terminal.nothing_connected'));
        }
        if (!now.connected || now.problem !== null)
          return now.problem?.text ?? tell(sayOf('terminal.ended_unanswered'));
        say(tell(sayOf('terminal.connected', { account: now.account })));
        if (!now.driveScope) say(tell(sayOf('terminal.drive_not_allowed')));
        else if ((await client['config.get']()).config.backup_clouddrive !== true)
          say(tell(sayOf('terminal.switch_uploads_on')));
        return null;
      }),

    disconnect: ({ deleteBackups, json }) =>
      acted(async ({ client }) => {
        const { connected, pending, problem } = await client['google.status']();
        // With a locked vault it is not known whether an account is connected.
        if (!connected && problem?.code === 'vault_locked') return problem.text;
        const isDeleting =
          deleteBackups ??
          (connected
            ? await decided(tell(sayOf('terminal.ask_drive_backups')), {
                say,
                err,
                readLines,
                interrupted,
                tell,
              })
            : false);
        if (isDeleting === null)
          return tell(sayOf(readLines ? 'terminal.nothing_changed' : 'terminal.say_drive_backups'));
        const { revoked, drive_backups } = await client['google.revoke']({
          body: { delete_drive_backups: isDeleting },
        });
        if (json) out(`${JSON.stringify({ revoked, drive_backups })}\n`);
        else if (!connected) {
          say(tell(sayOf('terminal.no_account')));
          if (pending !== null) say(tell(sayOf('terminal.pending_ended')));
        } else {
          const { status, deleted, reasons } = drive_backups;
          say(tell(sayOf(DELETIONS[status], { files: deleted })));
          for (const { text } of reasons) say(`  ${text}`);
          say(revoked ? tell(sayOf('terminal.disconnected')) : tell(sayOf('terminal.access_forgotten_only')));
        }
        return drive_backups.status === 'degraded' ? tell(sayOf('terminal.deletion_incomplete')) : null;
      }),
  };
}

const DELETIONS = {
  skipped: 'terminal.drive_backups_kept',
  unchecked: 'terminal.drive_unchecked',
  none: 'terminal.drive_no_backups',
  deleted: 'terminal.drive_deleted',
  degraded: 'terminal.drive_partly',
} as const;

/** A connection that begins; or, where one waits already, what can be done with that. */
async function begunOrWaiting(
  client: EngineClient,
  body: { readonly access: AccessLevel; readonly browser: boolean },
  tell: Tell,
): Promise<Awaited<ReturnType<EngineClient['google.auth']>> | string> {
  try {
    return await client['google.auth']({ body });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'connection_in_progress') throw error;
    const { pending } = await client['google.status']();
    if (pending === null) throw error;
    return tell(
      sayOf('terminal.connection_waits', {
        until: localMinute(pending.expiresAt),
        where: whereToAnswer(pending, tell),
      }),
    );
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
