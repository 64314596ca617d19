import type { AnswerOf } from '../client.ts';
import { deals as routes } from '../http/deals.ts';
import { type CommandInput, type CommandRow, WrongOption } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';

const command = commandsOf(routes, {
  whenGone: 'svc deals lists the deals; what was not printed as done may not have happened.',
  whenNothing: 'There is no such deal: svc deals lists them.',
  whenRefused: { deal_not_found: () => 'There is no such deal: svc deals lists them.' },
});

type Deal = AnswerOf<(typeof routes)['deals.list']>['deals'][number];

const columns = [
  'dealId',
  'stage',
  'title',
  'contactName',
  ({ value, currency }: Deal) => (value === null ? '' : `${value} ${currency ?? ''}`),
  ({ nextAction }: Deal) => (nextAction === null ? '' : `next: ${nextAction}`),
  ({ dueAt, overdue }: Deal) =>
    dueAt === null ? '' : `${overdue ? 'overdue: it was due' : 'due'} ${localMinute(dueAt)}`,
] as const;

/** `1250.50 EUR`; what is no number is refused here, and what is no amount by the engine. */
function amountIn({ options }: CommandInput) {
  const text = options.get('value');
  if (text === undefined) return {};
  if (text === 'none') return { value: null };
  const [, value, currency] = /^(-?\d+(?:\.\d+)?)(?:\s*([A-Za-z]{3}))?$/u.exec(text.trim()) ?? [];
  if (value === undefined)
    throw new WrongOption('--value is an amount with its currency, such as "1250.50 EUR", or none.');
  return { value: Number(value), ...(currency === undefined ? {} : { currency }) };
}

const fields = {
  options: { next: 'nextAction', due: { of: 'dueAt', day: 'ends' } },
  without: ['value', 'currency'],
  more: {
    options: [{ name: 'value', value: 'amount', summary: 'such as "1250.50 EUR", or none' }],
    body: amountIn,
  },
  columns,
} as const;

const list = { sends: { query: { limit: 200 } }, columns, none: 'No deals found.' } as const;
const contact = 'its id, or a name that no other contact has';
const deal = { deal: { of: 'id', summary: 'its id, as svc deals prints it' } } as const;

export const deals: readonly CommandRow<object>[] = [
  {
    ...command('deals', 'deals.list', { ...list, summary: 'Print the deals, changed last first.' }),
    commands: [
      command('list', 'deals.list', { ...list, summary: 'The same.' }),
      command('of', 'deals.ofContact', {
        ...list,
        summary: 'Print the deals of a contact.',
        args: { contact: { of: 'name', summary: contact } },
        whenNothing: 'There is no such contact: svc contacts find WORDS searches for it.',
      }),
      command('add', 'deals.add', {
        ...fields,
        summary: 'Add a deal to a contact; an open one of the same title is changed instead.',
        args: { contact: { of: 'contact', summary: contact }, title: { of: 'title', many: true } },
      }),
      command('set', 'deals.edit', { ...fields, summary: 'Change a deal.', args: deal }),
      command('remove', 'deals.remove', { args: deal, done: 'It is deleted.' }),
    ],
  },
];
