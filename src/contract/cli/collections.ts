import { quote } from '../../core/kernel/quoted.ts';
import { exactJson, isInexactNumber } from '../../core/kernel/exact-json.ts';
import type { AnswerOf, Client, RequestTo } from '../client.ts';
import { COLUMN_TYPES } from '../../core/knowledge/collections/model.ts';
import { collections as routes } from '../http/collections.ts';
import type { httpRows } from '../http/rows.ts';
import { type Line, NothingToChange, WrongOption } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { localZone, secondIn } from './local-time.ts';
import { say, type Tell } from './says.ts';

const words = { whenGone: say('gone.collections'), whenNothing: say('nothing.collection') };
export const dataWords = words;

type Collection = AnswerOf<(typeof routes)['datastore.collections']>['collections'][number];
type Inserted = AnswerOf<(typeof routes)['datastore.insert']>;
export type DataReport = Omit<Inserted, 'failed'> & {
  /** `line`: of a file. */
  readonly failed: readonly (Inserted['failed'][number] & { readonly line?: number })[];
  readonly problem?: string | null;
};
type ColumnDraft = RequestTo<(typeof routes)['datastore.create']>['body']['columns'][number];

const columnText = ({ name, type, isUnique, isEventTime }: Collection['columns'][number]): string =>
  `${name}:${type}${isUnique ? ':unique' : ''}${isEventTime ? ':event' : ''}`;

const list = {
  columns: [
    'name',
    ({ recordCount }: Collection, tell: Tell) => tell('terminal.records', { count: recordCount }),
    ({ columns }: Collection) => columns.map(columnText).join(' '),
  ],
  none: say('none.collections'),
} as const;

const inFull = (one: Collection, tell: Tell): readonly Line[] => [
  [one.name, tell('terminal.records', { count: one.recordCount })],
  ...(one.description === null ? [] : [one.description]),
  ...one.columns.map((column) => [columnText(column)]),
];

/** `name:type`, and `:unique` or `:event`. Which types there are says the engine. */
function columnFrom(text: string): ColumnDraft {
  const [name = '', type = '', ...marks] = text.split(':');
  const unknown = marks.find((mark) => mark !== 'unique' && mark !== 'event');
  if (name === '' || type === '' || unknown !== undefined)
    throw new WrongOption(say('option.no_column', { text: quote(text) }));
  if (!COLUMN_TYPES.some((one) => one === type))
    throw new WrongOption(
      say('option.no_type', { type: quote(type), name: quote(name), types: COLUMN_TYPES }),
    );
  return {
    name,
    type: type as ColumnDraft['type'],
    ...(marks.includes('unique') ? { isUnique: true } : {}),
    ...(marks.includes('event') ? { isEventTime: true } : {}),
  };
}

function objectFrom(option: string, text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = exactJson(text ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    if (isInexactNumber(error)) throw new WrongOption(error.says);
    // Told like any other text that is no object.
  }
  throw new WrongOption(say('option.no_values', { option }));
}

function changeFrom(text: string | undefined): Record<string, unknown> {
  const set = text === undefined ? {} : objectFrom('set', text);
  if (Object.keys(set).length === 0) throw new NothingToChange();
  return set;
}

function renameFrom(text: string): { readonly from: string; readonly to: string } {
  const [from = '', to = '', ...more] = text.split(':');
  if (from !== '' && to !== '' && more.length === 0) return { from, to };
  throw new WrongOption(say('option.no_rename'));
}

const recordsIn = async (
  client: Client<typeof httpRows>,
  collection: string,
  unknown: number,
): Promise<number> => {
  const { collections: all } = await client['datastore.collections']();
  return all.find(({ name }) => name === collection)?.recordCount ?? unknown;
};

/** `{"recordId": "…"}`: as little as `svc deals remove` with an id, which does not ask either. */
const isOneById = (filter: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(filter).length === 1 && typeof filter['recordId'] === 'string';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
const DAY = 'T00:00:00.000Z';

/** A date as a person reads it: a day without a time stays that day in each zone. */
function dateText(value: unknown): unknown {
  if (typeof value !== 'string' || !INSTANT.test(value) || Number.isNaN(Date.parse(value))) return value;
  return value.endsWith(DAY) ? value.slice(0, -DAY.length) : secondIn(value, localZone());
}

const command = commandsOf(routes, words);
const which = { name: 'collection' } as const;
const collection = { collection: 'collection' } as const;
const FILTER = { name: 'filter', value: 'json' } as const;

export const collections = listing('data', command('list', 'datastore.collections', list), [
  command('show', 'datastore.records', {
    args: collection,
    options: { filter: { of: 'filter', value: 'json' }, sort: { of: 'sort', value: 'column' } },
    lines: ({ records, total }, tell: Tell) => [
      ...records.map(({ createdAt: _created, updatedAt: _updated, ...record }) =>
        JSON.stringify(record, (_name, value: unknown) => dateText(value)),
      ),
      ...(total > records.length ? [tell('terminal.records_shown', { shown: records.length, total })] : []),
    ],
    none: say('none.records'),
  }),
  command('create', 'datastore.create', {
    args: { name: 'name', column: { of: 'columns', many: true, read: columnFrom } },
    lines: inFull,
  }),
  {
    name: 'insert',
    json: true,
    args: [which, { name: 'file' }],
    own: 'data insert',
  },
  command('update', 'datastore.update', {
    args: collection,
    more: {
      options: [FILTER, { name: 'set', value: 'json' }],
      body: ({ options }) => ({
        filter: objectFrom('filter', options.get('filter')),
        set: changeFrom(options.get('set')),
      }),
    },
    lines: ({ updated }, tell) => [tell('terminal.records_changed', { count: updated })],
  }),
  command('sum', 'datastore.query', {
    args: { ...collection, column: { of: null, optional: true } },
    options: { by: { of: 'groupBy', value: 'column' } },
    only: true,
    more: {
      options: [FILTER],
      body: ({ args: [, column], options }) => ({
        aggregate: [
          { kind: 'count' },
          ...(column === undefined
            ? []
            : (['sum', 'avg', 'min', 'max'] as const).map((kind) => ({ kind, column, as: kind }))),
        ],
        ...(options.has('filter') ? { filter: objectFrom('filter', options.get('filter')) } : {}),
      }),
    },
    // What is computed, in the words of the columns; one line for each group.
    lines: ({ groups, moreGroups }, tell: Tell) => [
      ...(groups ?? []).map((group): Line =>
        Object.entries(group).map(([name, value]) =>
          value === null || typeof value !== 'object'
            ? `${name} ${value === null ? 'none' : String(value)}`
            : `${name} ${(value as { readonly name?: string }).name ?? JSON.stringify(value)}`,
        ),
      ),
      ...(moreGroups ? [tell('terminal.more_groups')] : []),
    ],
    none: say('none.records'),
  }),
  command('columns', 'datastore.change', {
    args: { collection: 'name' },
    options: {
      add: { of: 'add', value: 'column', read: columnFrom },
      rename: { of: 'rename', value: 'old:new', read: renameFrom },
      remove: { of: 'remove', value: 'column' },
    },
    changes: true,
    lines: inFull,
  }),
  command('delete', 'datastore.delete', {
    args: collection,
    more: {
      options: [FILTER],
      body: ({ options }) => ({ filter: objectFrom('filter', options.get('filter')) }),
    },
    asksFirst: async (client, request, tell: Tell) => {
      const { params, body } = request;
      // An empty filter is refused by the engine: there is nothing to ask about.
      const isAsked = Object.keys(body.filter).length > 0 && !isOneById(body.filter);
      const total = isAsked
        ? (await client['datastore.query']({ params, body: { ...body, limit: 1 } })).total
        : 0;
      const all = total === 0 ? 0 : await recordsIn(client, params.collection, total);
      return {
        goes:
          total === 0
            ? null
            : tell('terminal.records_would_go', { total, all, collection: params.collection }),
        question: tell('terminal.delete_these', { count: total }),
        undone: tell('terminal.nothing_deleted'),
        request,
      };
    },
    lines: ({ deleted }, tell) => [tell('terminal.records_deleted', { count: deleted })],
  }),
  command('drop', 'datastore.drop', {
    args: { collection: 'name' },
    without: ['records'],
    asksFirst: async (client, { params }, tell: Tell) => {
      const count = await recordsIn(client, params.name, 0);
      return {
        goes: count === 0 ? null : tell('terminal.collection_would_go', { count, name: params.name }),
        question: tell('terminal.delete_all'),
        undone: tell('terminal.nothing_deleted'),
        request: { params, query: { records: count } },
        done: count === 0 ? tell('terminal.deleted') : tell('terminal.deleted_with_records', { count }),
      };
    },
  }),
  command('export', 'datastore.export', {
    args: { ...collection, file: { of: null, optional: true } },
    only: true,
    saves: ({ args: [, file = '-'] }) => (file === '-' ? null : file),
  }),
  {
    name: 'import',
    json: true,
    args: [which, { name: 'file' }],
    options: [{ name: 'separator', value: 'name' }],
    own: 'data import',
  },
]);
