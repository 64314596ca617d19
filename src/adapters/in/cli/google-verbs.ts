import { setTimeout as pause } from 'node:timers/promises';
import { WrongOption } from '../../../contract/cli/command.ts';
import {
  ACCESS_LEVELS,
  asksOf,
  whereToAnswer,
  words,
  type AccessLevel,
} from '../../../contract/cli/google.ts';
import { localMinute } from '../../../contract/cli/local-time.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';
import { ProblemError } from '../../../contract/client.ts';
import type { Says } from '../../../contract/words/says.ts';
import { decided } from './agreed.ts';
import type { OwnCodes } from './at-terminal.ts';
import type { EngineClient } from './attach.ts';
import { textOfLine } from './terminal-text.ts';

/** Between two looks at a connection that waits for its owner. */
const LOOK_MS = 1_000;

type Status = Awaited<ReturnType<EngineClient['google.status']>>;

const isLevel = (text: string): text is AccessLevel => ACCESS_LEVELS.some((level) => level === text);

/** `svc google`: what waits for a person. */
export const googleVerbs = {
  'google connect': (at, { options, switches, json }) => {
    const access = options.get('access') ?? 'backups';
    if (!isLevel(access))
      throw new WrongOption(sayOf('option.one_of', { option: 'access', names: ACCESS_LEVELS }));
    return at.over(words, async ({ client }) => {
      const { say, tell, interrupted } = at;
      const before = await client['google.status']();
      if (before.mode === 'hosted' && !before.available) return tell('terminal.hosted_without_connection');
      say(tell('terminal.google_asked_for'));
      for (const line of asksOf(before, access)) say(`  ${textOfLine(line)}`);
      const begun = await begunOrWaiting(client, { access, browser: switches.has('browser') }, tell);
      if (typeof begun === 'string') return begun;
      const { verificationUrl, userCode, expiresAt } = begun;
      say(tell(userCode === null ? 'terminal.open_here' : 'terminal.open_anywhere'));
      say(`  ${verificationUrl}`);
      if (userCode !== null) say(tell('terminal.type_code', { code: userCode }));
      say(tell('terminal.waiting_for_answer', { until: localMinute(expiresAt) }));
      const now = await answered(client, interrupted);
      if (json) at.printJson(now);
      if (interrupted.aborted) {
        await client['google.cancel']();
        return tell('terminal.nothing_connected');
      }
      if (!now.connected || now.problem !== null)
        return now.problem?.text ?? tell('terminal.ended_unanswered');
      say(tell('terminal.connected', { account: now.account }));
      if (!now.driveScope) say(tell('terminal.drive_not_allowed'));
      else if ((await client['config.get']()).config.backup_clouddrive !== true)
        say(tell('terminal.switch_uploads_on'));
    });
  },

  'google disconnect': (at, { switches, json }) =>
    at.over(words, async ({ client }) => {
      const { say, tell } = at;
      const { connected, pending, problem } = await client['google.status']();
      // With a locked vault it is not known whether an account is connected.
      if (!connected && problem?.code === 'vault_locked') return problem.text;
      const isSaid = switches.has('delete-backups') || switches.has('keep-backups');
      const isDeleting =
        isSaid || !connected
          ? switches.has('delete-backups')
          : await decided(tell('terminal.ask_drive_backups'), at);
      if (isDeleting === null)
        return tell(at.readLines ? 'terminal.nothing_changed' : 'terminal.say_drive_backups');
      const { revoked, drive_backups } = await client['google.revoke']({
        body: { delete_drive_backups: isDeleting },
      });
      const { status, deleted, reasons } = drive_backups;
      if (json) at.printJson({ revoked, drive_backups });
      else if (connected) {
        say(tell(deletion(status, deleted)));
        for (const { text } of reasons) say(`  ${text}`);
        say(tell(revoked ? 'terminal.disconnected' : 'terminal.access_forgotten_only'));
      } else {
        say(tell('terminal.no_account'));
        if (pending !== null) say(tell('terminal.pending_ended'));
      }
      return status === 'degraded' ? tell('terminal.deletion_incomplete') : null;
    }),
} satisfies OwnCodes;

/** What became of the backups in the drive. */
function deletion(status: 'skipped' | 'unchecked' | 'none' | 'deleted' | 'degraded', files: number): Says {
  switch (status) {
    case 'skipped':
      return sayOf('terminal.drive_backups_kept');
    case 'unchecked':
      return sayOf('terminal.drive_unchecked');
    case 'none':
      return sayOf('terminal.drive_no_backups');
    case 'deleted':
      return sayOf('terminal.drive_deleted', { files });
    case 'degraded':
      return sayOf('terminal.drive_partly', { files });
  }
}

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
    return tell('terminal.connection_waits', {
      until: localMinute(pending.expiresAt),
      where: whereToAnswer(pending, tell),
    });
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
