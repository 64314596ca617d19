import type { AnswerOf } from '../client.ts';
import type { consents as routes } from '../http/consents.ts';
import { type CommandRow, routesOf } from './command.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'Run svc consent to see what is allowed.',
  whenNothing: 'This is not the id of a consent: svc consent lists them.',
};

const list = ask('consents.list', {
  ...words,
  lines: ({ consents }) => consents.map(line),
  none: 'Nothing is allowed without asking.',
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

export const consents: readonly CommandRow<object>[] = [
  {
    kind: 'command',
    name: 'consent',
    summary: 'Print what the agent may do without asking; revoke a consent.',
    json: true,
    asks: list,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print what the agent may do without asking, and until when.',
        json: true,
        asks: list,
      },
      {
        kind: 'command',
        name: 'revoke',
        summary: 'Revoke a consent: from the next call on, the agent asks.',
        args: [{ name: 'id', summary: 'its id from the list' }],
        asks: ask('consents.revoke', {
          ...words,
          request: ({ args: [id = ''] }) => ({ params: { id } }),
          done: 'Revoked. From the next call on, the agent asks.',
        }),
      },
    ],
  },
];
