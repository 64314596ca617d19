import type { AnswerOf } from '../client.ts';
import { consents as routes } from '../http/consents.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';

const command = commandsOf(routes, {
  whenGone: 'Run svc consent to see what is allowed.',
  whenNothing: 'This is not the id of a consent: svc consent lists them.',
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
  none: 'Nothing is allowed without asking.',
};

export const consents: readonly CommandRow<object>[] = [
  {
    ...command('consent', 'consents.list', {
      ...list,
      summary: 'Print what the agent may do without asking; revoke a consent.',
    }),
    commands: [
      command('list', 'consents.list', {
        ...list,
        summary: 'Print what the agent may do without asking, and until when.',
      }),
      command('revoke', 'consents.revoke', {
        summary: 'Revoke a consent: from the next call on, the agent asks.',
        args: { id: { of: 'id', summary: 'its id from the list' } },
        done: 'Revoked. From the next call on, the agent asks.',
      }),
    ],
  },
];
