import type { AnswerOf, Client } from '../client.ts';
import type { httpRows } from '../http/rows.ts';
import { people as routes } from '../http/people.ts';
import { commandsOf, listing } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say, type Tell } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.people'),
  whenNothing: say('nothing.person'),
});

type Person = AnswerOf<(typeof routes)['people.list']>['people'][number];

const stateOf = ({ disabled }: Person): string => (disabled === true ? 'disabled' : '');
const limitOf = ({ dailyLimitUsd }: Person, tell: Tell): string =>
  typeof dailyLimitUsd === 'number' ? tell('terminal.daily_limit', { usd: dailyLimitUsd }) : '';
const seenOf = ({ lastSeenAt }: Person, tell: Tell): string =>
  typeof lastSeenAt === 'string' ? tell('terminal.seen_at', { at: localMinute(lastSeenAt) }) : '';

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

const person = { id: 'id' } as const;
const shown = { columns: ['personId', 'name', stateOf] } as const;

async function named(client: Client<typeof httpRows>, id: string): Promise<string> {
  const { people } = await client['people.list']();
  return people.find(({ personId }) => personId === id.toLowerCase())?.name ?? id;
}

export const people = listing('people', command('list', 'people.list', list), [
  command('invite', 'people.invite', {
    args: { name: { of: 'name', many: true } },
    lines: ({ url, expiresAt }, tell: Tell) => [
      url,
      tell('terminal.counts_until', { until: localMinute(expiresAt) }),
    ],
  }),
  command('disable', 'people.set', {
    args: person,
    only: true,
    sends: { body: { disabled: true } },
    ...shown,
  }),
  command('enable', 'people.set', {
    args: person,
    only: true,
    sends: { body: { disabled: false } },
    ...shown,
  }),
  command('remove', 'people.remove', {
    args: person,
    more: {
      options: [{ name: 'to', value: 'id' }],
      body: ({ options }) => {
        const to = options.get('to');
        return to === undefined ? { erase: true } : { handover: { to } };
      },
    },
    asksFirst: async (client, request, tell: Tell) => {
      const name = await named(client, request.params.id);
      const isErased = 'erase' in request.body;
      return {
        goes: isErased ? tell('terminal.person_erased', { name }) : tell('terminal.person_handed', { name }),
        question: tell('terminal.remove_person'),
        undone: tell('terminal.nobody_removed'),
        request,
      };
    },
    lines: ({ fate, counts }, tell: Tell) => [
      fate === 'erased' ? tell('terminal.removed_erased') : tell('terminal.removed_handed'),
      ...Object.entries(counts).map(([kind, count]) => [kind, String(count)]),
    ],
  }),
  command('link', 'people.link', {
    args: person,
    lines: ({ url, expiresAt }, tell: Tell) => [
      url,
      tell('terminal.counts_until', { until: localMinute(expiresAt) }),
    ],
  }),
]);
