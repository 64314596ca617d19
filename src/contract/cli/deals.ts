import type { AnswerOf } from '../client.ts';
import { deals as routes } from '../http/deals.ts';
import { type CommandInput, WrongOption } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say, type Tell } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.deals'),
  whenNothing: say('nothing.deal'),
  whenRefused: { deal_not_found: () => say('nothing.deal') },
});

type Deal = AnswerOf<(typeof routes)['deals.list']>['deals'][number];

const columns = [
  'dealId',
  'stage',
  'title',
  'contactName',
  ({ value, currency }: Deal) => (value === null ? '' : `${value} ${currency ?? ''}`),
  ({ nextAction }: Deal, tell: Tell) =>
    nextAction === null ? '' : tell('terminal.deal_next', { action: nextAction }),
  ({ dueAt, overdue }: Deal, tell: Tell) =>
    dueAt === null
      ? ''
      : tell(overdue ? 'terminal.deal_overdue' : 'terminal.deal_due', { at: localMinute(dueAt) }),
] as const;

/** `1250.50 EUR`; what is no number is refused here, and what is no amount by the engine. */
function amountIn({ options }: CommandInput) {
  const text = options.get('value');
  if (text === undefined) return {};
  if (text === 'none') return { value: null };
  const [, value, currency] = /^(-?\d+(?:\.\d+)?)(?:\s*([A-Za-z]{3}))?$/u.exec(text.trim()) ?? [];
  if (value === undefined) throw new WrongOption(say('option.no_amount'));
  return { value: Number(value), ...(currency === undefined ? {} : { currency }) };
}

const fields = {
  options: { next: 'nextAction', due: { of: 'dueAt', day: 'ends' } },
  without: ['value', 'currency'],
  more: { options: [{ name: 'value', value: 'amount' }], body: amountIn },
  columns,
} as const;

const list = { sends: { query: { limit: 200 } }, columns, none: say('none.deals') } as const;
const deal = { deal: 'id' } as const;

export const deals = listing('deals', command('list', 'deals.list', list), [
  command('of', 'deals.ofContact', {
    ...list,
    args: { contact: 'name' },
    whenNothing: say('nothing.contact'),
  }),
  command('add', 'deals.add', {
    ...fields,
    args: { contact: 'contact', title: { of: 'title', many: true } },
  }),
  command('set', 'deals.edit', { ...fields, args: deal }),
  command('remove', 'deals.remove', { args: deal, done: say('done.deal_deleted') }),
]);
