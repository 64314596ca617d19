import type { AnswerOf } from '../client.ts';
import type { deals as routes } from '../http/deals.ts';
import { STAGES, type Stage } from '../../core/knowledge/contacts/model.ts';
import { type CommandInput, type CommandRow, type Line, WrongOption, routesOf } from './command.ts';
import { localMinute, typedInstant } from './local-time.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'svc deals lists the deals; what was not printed as done may not have happened.',
  whenNothing: 'There is no such deal: svc deals lists them.',
  whenRefused: { deal_not_found: () => 'There is no such deal: svc deals lists them.' },
};

type Deal = AnswerOf<(typeof routes)['deals.list']>['deals'][number];

const lineOf = ({
  dealId,
  stage,
  title,
  contactName,
  value,
  currency,
  nextAction,
  dueAt,
  overdue,
}: Deal): Line => [
  dealId,
  stage,
  title,
  contactName,
  value === null ? '' : `${value} ${currency ?? ''}`,
  nextAction === null ? '' : `next: ${nextAction}`,
  dueAt === null ? '' : `${overdue ? 'overdue: it was due' : 'due'} ${localMinute(dueAt)}`,
];

const lines = ({
  deals,
  nextCursor,
}: {
  readonly deals: readonly Deal[];
  readonly nextCursor: string | null;
}) => [...deals.map(lineOf), ...(nextCursor === null ? [] : ['There are more: name a stage or a contact.'])];

const NONE = 'none';
const noneOr = (text: string): string | null => (text === NONE ? null : text);

/** `1250.50 EUR`; what is no number is refused here, and what is no amount by the engine. */
function amountOf(text: string): { readonly value: number | null; readonly currency?: string } {
  if (text === NONE) return { value: null };
  const [, value, currency] = /^(-?\d+(?:\.\d+)?)(?:\s*([A-Za-z]{3}))?$/u.exec(text.trim()) ?? [];
  if (value === undefined)
    throw new WrongOption('--value is an amount with its currency, such as "1250.50 EUR", or none.');
  return { value: Number(value), ...(currency === undefined ? {} : { currency }) };
}

const fieldsOf = ({ options }: CommandInput) => {
  const [value, stage, next, due] = ['value', 'stage', 'next', 'due'].map((name) => options.get(name));
  return {
    ...(value === undefined ? {} : amountOf(value)),
    ...(stage === undefined ? {} : { stage: stage as Stage }),
    ...(next === undefined ? {} : { nextAction: noneOr(next) }),
    ...(due === undefined ? {} : { dueAt: due === NONE ? null : (typedInstant(due, 'ends') ?? due) }),
  };
};

const stage = { name: 'stage', value: 'stage', summary: `one of ${STAGES.join(', ')}` } as const;

const fieldOptions = [
  { name: 'value', value: 'amount', summary: 'such as "1250.50 EUR", or none' },
  stage,
  { name: 'next', value: 'words', summary: 'what to do next, or none' },
  {
    name: 'due',
    value: 'time',
    summary: 'like 2027-01-31, "2027-01-31 09:00" (by the clock here) or 2027-01-31T09:00:00Z, or none',
  },
] as const;

const typedId = { name: 'deal', summary: 'its id, as svc deals prints it' } as const;

const stageOf = ({ options }: CommandInput) =>
  options.has('stage') ? { stage: options.get('stage') as Stage } : {};

const list = ask('deals.list', {
  ...words,
  request: (input) => ({ query: { ...stageOf(input), limit: 200 } }),
  lines,
  none: 'No deals found.',
});

export const deals: readonly CommandRow<object>[] = [
  {
    kind: 'command',
    name: 'deals',
    summary: 'Print the deals, changed last first.',
    json: true,
    options: [stage],
    asks: list,
    commands: [
      { kind: 'command', name: 'list', summary: 'The same.', json: true, options: [stage], asks: list },
      {
        kind: 'command',
        name: 'of',
        summary: 'Print the deals of a contact.',
        json: true,
        args: [{ name: 'contact', summary: 'its id, or a name that no other contact has' }],
        options: [stage],
        asks: ask('deals.ofContact', {
          ...words,
          whenNothing: 'There is no such contact: svc contacts find WORDS searches for it.',
          request: (input) => ({
            params: { name: input.args[0] ?? '' },
            query: { ...stageOf(input), limit: 200 },
          }),
          lines,
          none: 'No deals found.',
        }),
      },
      {
        kind: 'command',
        name: 'add',
        summary: 'Add a deal to a contact; one of the same title that is not over is changed.',
        json: true,
        args: [
          { name: 'contact', summary: 'its id, or a name that no other contact has' },
          { name: 'title', summary: 'what it is about', many: true },
        ],
        options: fieldOptions,
        asks: ask('deals.add', {
          ...words,
          request: (input) => {
            const [contact = '', ...title] = input.args;
            return { body: { contact, title: title.join(' '), ...fieldsOf(input) } };
          },
          lines: (deal) => [lineOf(deal)],
        }),
      },
      {
        kind: 'command',
        name: 'set',
        summary: 'Change a deal.',
        json: true,
        args: [typedId],
        options: [{ name: 'title', value: 'title', summary: 'another title' }, ...fieldOptions],
        asks: ask('deals.edit', {
          ...words,
          request: (input) => ({
            params: { id: input.args[0] ?? '' },
            body: {
              ...fieldsOf(input),
              ...(input.options.has('title') ? { title: input.options.get('title')! } : {}),
            },
          }),
          lines: (deal) => [lineOf(deal)],
        }),
      },
      {
        kind: 'command',
        name: 'remove',
        summary: 'Delete a deal.',
        args: [typedId],
        asks: ask('deals.remove', {
          ...words,
          request: ({ args: [id = ''] }) => ({ params: { id } }),
          done: 'It is deleted.',
        }),
      },
    ],
  },
];
