import type { AccessLevel } from '../../core/outside/cloud-account/model.ts';
import type { AnswerOf } from '../client.ts';
import { google as routes } from '../http/google.ts';
import type { Line } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { localMinute } from './local-time.ts';
import type { Says } from '../words/says.ts';
import { say, type Tell } from './says.ts';

type Status = AnswerOf<(typeof routes)['google.status']>;

export { ACCESS_LEVELS, type AccessLevel } from '../../core/outside/cloud-account/model.ts';

export const words = { whenGone: say('gone.google') };
const command = commandsOf(routes, words);

/** What a level of access asks for, in lines. */
export const asksOf = ({ offers }: Pick<Status, 'offers'>, access: AccessLevel): readonly Line[] =>
  (offers.find((offer) => offer.access === access)?.asks ?? []).map(({ scope, why }) => [scope, why]);

const status = {
  lines: (now: Status, tell: Tell): readonly Line[] => [
    tell(standing(now)),
    ...(now.connected ? [tell('terminal.access', { scopes: now.scopes, withDrive: now.driveScope })] : []),
    ...(now.pending
      ? [
          tell('terminal.pending_until', {
            until: localMinute(now.pending.expiresAt),
            where: whereToAnswer(now.pending, tell),
          }),
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
): string => tell('terminal.where_to_answer', { url: verificationUrl, code: userCode });

export const google = listing('google', command('status', 'google.status', status), [
  {
    name: 'connect',
    json: true,
    switches: [{ name: 'browser' }],
    options: [{ name: 'access', value: 'level' }],
    own: 'google connect',
  },
  command('cancel', 'google.cancel', { json: true, done: say('done.connection_canceled') }),
  {
    name: 'disconnect',
    json: true,
    switches: [{ name: 'delete-backups' }, { name: 'keep-backups' }],
    apart: [['delete-backups', 'keep-backups']],
    own: 'google disconnect',
  },
  command('forget', 'google.disconnect', {
    only: true,
    json: true,
    done: say('done.access_forgotten'),
  }),
  command('address', 'google.oauth-url', {
    lines: ({ url }) => [url],
    whenRefused: { not_hosted: () => say('terminal.not_hosted') },
  }),
]);
