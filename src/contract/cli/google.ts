import { ACCESS_LEVELS, type AccessLevel } from '../../core/outside/cloud-account/model.ts';
import type { AnswerOf } from '../client.ts';
import { google as routes } from '../http/google.ts';
import { type CommandRow, type Line, WrongOption } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import type { Says, Tell } from '../words/says.ts';
import { say } from './says.ts';

export interface GoogleVerbs {
  /** Shows where the owner answers, and waits until that has happened. */
  connect(input: {
    readonly access: AccessLevel;
    readonly browser: boolean;
    readonly json: boolean;
  }): Promise<number>;
  /** `deleteBackups`: null asks the person at the terminal. */
  disconnect(input: { readonly deleteBackups: boolean | null; readonly json: boolean }): Promise<number>;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly google: GoogleVerbs;
}

type Status = AnswerOf<(typeof routes)['google.status']>;

const command = commandsOf(routes, { whenGone: say('gone.google') });

/** What a level of access asks for, in lines. */
export const asksOf = ({ offers }: Pick<Status, 'offers'>, access: AccessLevel): readonly Line[] =>
  (offers.find((offer) => offer.access === access)?.asks ?? []).map(({ scope, why }) => [scope, why]);

const status = {
  lines: (now: Status, tell: Tell): readonly Line[] => [
    tell(standing(now)),
    ...(now.connected
      ? [tell(say('terminal.access', { scopes: now.scopes, withDrive: now.driveScope }))]
      : []),
    ...(now.pending
      ? [
          tell(
            say('terminal.pending_until', {
              until: localMinute(now.pending.expiresAt),
              where: whereToAnswer(now.pending, tell),
            }),
          ),
        ]
      : []),
    ...(now.problem ? [now.problem.text] : []),
  ],
};

function standing({ connected, account, available, client, mode }: Status): Says {
  if (connected)
    return say(client === 'managed' ? 'terminal.connected_through_host' : 'terminal.connected', { account });
  if (mode === 'hosted')
    return say(available ? 'terminal.hosted_connection' : 'terminal.hosted_without_connection');
  return say(available ? 'terminal.not_connected' : 'terminal.no_client');
}

/** What the owner opens, and types there. */
export const whereToAnswer = (
  { verificationUrl, userCode }: Pick<NonNullable<Status['pending']>, 'verificationUrl' | 'userCode'>,
  tell: Tell,
): string => tell(say('terminal.where_to_answer', { url: verificationUrl, code: userCode }));

const isLevel = (text: string): text is AccessLevel => ACCESS_LEVELS.some((level) => level === text);

export const google: readonly CommandRow<Verbs>[] = [
  {
    ...command('google', 'google.status', status),
    commands: [
      command('status', 'google.status', status),
      {
        kind: 'command',
        name: 'connect',
        json: true,
        switches: [{ name: 'browser' }],
        options: [{ name: 'access', value: 'level' }],
        handle: (verbs, { options, switches, json }) => {
          const access = options.get('access') ?? 'backups';
          if (!isLevel(access))
            throw new WrongOption(say('option.one_of', { option: 'access', names: ACCESS_LEVELS }));
          return verbs.google.connect({ access, browser: switches.has('browser'), json });
        },
      },
      command('cancel', 'google.cancel', {
        json: true,
        done: say('done.connection_canceled'),
      }),
      {
        kind: 'command',
        name: 'disconnect',
        json: true,
        switches: [{ name: 'delete-backups' }, { name: 'keep-backups' }],
        apart: [['delete-backups', 'keep-backups']],
        handle: (verbs, { switches, json }) =>
          verbs.google.disconnect({
            deleteBackups: switches.has('delete-backups')
              ? true
              : switches.has('keep-backups')
                ? false
                : null,
            json,
          }),
      },
      command('forget', 'google.disconnect', {
        only: true,
        json: true,
        done: say('done.access_forgotten'),
      }),
      command('address', 'google.oauth-url', {
        lines: ({ url }) => [url],
        whenRefused: {
          not_hosted: () => say('terminal.not_hosted'),
        },
      }),
    ],
  },
];
