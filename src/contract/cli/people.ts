import type { AnswerOf, Client } from '../client.ts';
import type { httpRows } from '../http/rows.ts';
import { people as routes } from '../http/people.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';

const command = commandsOf(routes, {
  whenGone: 'Run svc people to see who is here.',
  whenNothing: 'This is not the id of a person: svc people lists them.',
});

type Person = AnswerOf<(typeof routes)['people.list']>['people'][number];

const stateOf = ({ disabled }: Person): string => (disabled === true ? 'disabled' : '');
const limitOf = ({ dailyLimitUsd }: Person): string =>
  typeof dailyLimitUsd === 'number' ? `at most ${dailyLimitUsd} USD a day` : '';
const seenOf = ({ lastSeenAt }: Person): string =>
  typeof lastSeenAt === 'string' ? `seen ${localMinute(lastSeenAt)}` : '';

const list = {
  columns: [
    'personId',
    ({ name }: Person) => name ?? '',
    ({ role }: Person) => role ?? '',
    stateOf,
    limitOf,
    seenOf,
  ],
} as const;

const person = { id: { of: 'id', summary: 'their id from the list' } } as const;
const shown = { columns: ['personId', 'name', stateOf] } as const;

async function named(client: Client<typeof httpRows>, id: string): Promise<string> {
  const { people } = await client['people.list']();
  return people.find(({ personId }) => personId === id.toLowerCase())?.name ?? id;
}

export const people: readonly CommandRow<object>[] = [
  {
    ...command('people', 'people.list', {
      ...list,
      summary: 'Print who is here; let somebody in, disable or remove them.',
    }),
    commands: [
      command('list', 'people.list', { ...list, summary: 'Print who is here, the owner first.' }),
      command('invite', 'people.invite', {
        summary:
          'Print a link that lets one person in, once. From the first one on everybody signs in, on every way in.',
        args: { name: { of: 'name', many: true, summary: 'what they are called' } },
        lines: ({ url, expiresAt }) => [url, `It counts until ${localMinute(expiresAt)}.`],
      }),
      command('disable', 'people.set', {
        summary: 'Let them in no more, at once; what is theirs stays.',
        args: person,
        only: true,
        sends: { body: { disabled: true } },
        ...shown,
      }),
      command('enable', 'people.set', {
        summary: 'Let them in again; they sign in anew.',
        args: person,
        only: true,
        sends: { body: { disabled: false } },
        ...shown,
      }),
      command('remove', 'people.remove', {
        summary:
          'Remove them with everything that is theirs, or hand that over to somebody to whom they have agreed. Asks first.',
        args: person,
        more: {
          options: [
            {
              name: 'to',
              value: 'id',
              summary: 'hand over to this person what is theirs; otherwise it is erased',
            },
          ],
          body: ({ options }) => {
            const to = options.get('to');
            return to === undefined ? { erase: true } : { handover: { to } };
          },
        },
        asksFirst: async (client, request) => {
          const name = await named(client, request.params.id);
          const isErased = 'erase' in request.body;
          return {
            goes: isErased
              ? `Everything of ${name} would be erased for good`
              : `${name} would be removed, and what is theirs handed over`,
            question: 'Remove them',
            undone: 'Nobody was removed.',
            request,
          };
        },
        lines: ({ fate, counts }) => [
          fate === 'erased' ? 'They are removed. Erased:' : 'They are removed. Handed over:',
          ...Object.entries(counts).map(([kind, count]) => [kind, String(count)]),
        ],
      }),
      command('link', 'people.link', {
        summary: 'Print a link that signs one browser in as them, once and within an hour. They are told.',
        args: person,
        lines: ({ url, expiresAt }) => [url, `It counts until ${localMinute(expiresAt)}.`],
      }),
    ],
  },
];
