import { ACCESS_LEVELS, type AccessLevel } from '../../core/outside/cloud-account/model.ts';
import type { AnswerOf } from '../client.ts';
import { google as routes } from '../http/google.ts';
import { type CommandRow, type Line, WrongOption } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';

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

const command = commandsOf(routes, { whenGone: 'svc google shows how the connection stands.' });

/** What a level of access asks for, in lines. */
export const asksOf = ({ offers }: Pick<Status, 'offers'>, access: AccessLevel): readonly Line[] =>
  (offers.find((offer) => offer.access === access)?.asks ?? []).map(({ scope, why }) => [scope, why]);

const status = {
  lines: (now: Status): readonly Line[] => [
    standing(now),
    ...(now.connected
      ? [
          `Access: ${now.scopes.join(', ') || 'none'}${now.driveScope ? '' : '; backups cannot be uploaded with it'}.`,
        ]
      : []),
    ...(now.pending
      ? [
          `A connection waits for you until ${localMinute(now.pending.expiresAt)}: ${whereToAnswer(now.pending)}`,
        ]
      : []),
    ...(now.problem ? [now.problem.text] : []),
  ],
};

function standing({ connected, account, available, client, mode }: Status): string {
  if (connected)
    return `Connected${account === null ? '' : ` as ${account}`}${client === 'managed' ? ', through the host of this instance' : ''}.`;
  if (mode === 'hosted' && !available) return HOSTED_WITHOUT_CONNECTION;
  if (mode === 'hosted')
    return 'Not connected. This instance is connected through its host: svc google address.';
  return available
    ? 'Not connected. Connect with svc google connect.'
    : 'Not connected, and there is no client to connect with: store GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET with svc secret set.';
}

/** Where a host runs the instance, and there is no way to connect. */
export const HOSTED_WITHOUT_CONNECTION =
  'Not connected. This instance counts as hosted, because an SVC_MANAGED_… variable or SVC_BILLING_TIER is set. Its host offers no connection here, and backups stay on this machine.';

/** What the owner opens, and types there. */
export const whereToAnswer = ({
  verificationUrl,
  userCode,
}: Pick<NonNullable<Status['pending']>, 'verificationUrl' | 'userCode'>): string =>
  `open ${verificationUrl}${userCode === null ? '' : ` and type ${userCode}`}`;

const isLevel = (text: string): text is AccessLevel => ACCESS_LEVELS.some((level) => level === text);

export const google: readonly CommandRow<Verbs>[] = [
  {
    ...command('google', 'google.status', {
      ...status,
      summary: 'Print how the cloud account is connected; connect or disconnect it.',
    }),
    commands: [
      command('status', 'google.status', {
        ...status,
        summary: 'Print how the cloud account is connected, and a connection that waits for you.',
      }),
      {
        kind: 'command',
        name: 'connect',
        summary: 'Connect your account: says what is asked for, shows where you answer, and waits for it.',
        json: true,
        switches: [
          {
            name: 'browser',
            summary: 'answer in the browser of this machine; a client of the type "Desktop app" needs it',
          },
        ],
        options: [
          {
            name: 'access',
            value: 'level',
            summary: 'backups (only what svc puts there), read or full; by default backups',
          },
        ],
        handle: (verbs, { options, switches, json }) => {
          const access = options.get('access') ?? 'backups';
          if (!isLevel(access)) throw new WrongOption(`--access takes one of ${ACCESS_LEVELS.join(', ')}.`);
          return verbs.google.connect({ access, browser: switches.has('browser'), json });
        },
      },
      command('cancel', 'google.cancel', {
        summary: 'End a connection that waits for you. An account that is connected stays so.',
        json: true,
        done: 'No connection waits for you any more.',
      }),
      {
        kind: 'command',
        name: 'disconnect',
        summary:
          'End the access to your account. It asks whether the backups in the drive are deleted first.',
        json: true,
        switches: [
          {
            name: 'delete-backups',
            summary: 'delete the backup files that this engine has uploaded, without asking',
          },
          { name: 'keep-backups', summary: 'keep them, without asking' },
        ],
        apart: [['delete-backups', 'keep-backups']],
        help: `
Google ends the whole grant: other machines that use the same account and client lose their access, too. To end it on this
machine alone: svc google forget.`,
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
        summary: 'Forget the access here and change nothing at Google, as before a change of the client.',
        only: true,
        json: true,
        done: 'The access is forgotten on this machine.',
      }),
      command('address', 'google.oauth-url', {
        summary: 'Of an instance that a host runs: print where you begin to connect your account.',
        lines: ({ url }) => [url],
        whenRefused: {
          not_hosted: () =>
            'the host of this instance offers no connection, or there is none. svc google says how it stands.',
        },
      }),
    ],
  },
];
