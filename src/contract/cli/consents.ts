import type { AnswerOf } from '../client.ts';
import { consents as routes } from '../http/consents.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { say } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.consents'),
  whenNothing: say('nothing.consent'),
});

type Consent = AnswerOf<(typeof routes)['consents.list']>['consents'][number];

function line({
  id,
  class: kind,
  target,
  tool,
  folder,
  threadId,
  triggerId,
  workflowId,
  expiresAt,
}: Consent) {
  const open = target?.startsWith('http://') === true ? ', unencrypted' : '';
  const what = kind === 'send_outside' ? `send to ${target ?? 'any host'}${open}` : 'change files and memory';
  const by = tool === null ? '' : ` by ${tool}`;
  const inFolder = folder === null ? '' : `, in the folder ${folder}`;
  const inThread = threadId === null ? '' : `, in thread ${threadId}`;
  const until =
    triggerId !== null
      ? `with the trigger ${triggerId}`
      : workflowId !== null
        ? `with the workflow ${workflowId}`
        : `until ${expiresAt.slice(0, 10)}`;
  return [id, `${what}${by}${inFolder}${inThread}`, until];
}

const list = {
  lines: ({ consents }: { readonly consents: readonly Consent[] }) => consents.map(line),
  none: say('none.consents'),
};

export const consents: readonly CommandRow<object>[] = [
  {
    ...command('consent', 'consents.list', list),
    commands: [
      command('list', 'consents.list', list),
      command('revoke', 'consents.revoke', {
        done: say('done.consent_revoked'),
      }),
    ],
  },
];
