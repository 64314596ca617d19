import { expect } from '@jest/globals';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import * as sending from './sending.ts';
import { expectRefused } from './sending.ts';

async function started() {
  const { send, get } = await sending.started({}, '/api/datastore');
  const found = async (collection: string, parts: Record<string, unknown> = {}) => {
    const texts = Object.entries(parts).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return await send('GET', `/${collection}?${new URLSearchParams(texts).toString()}`);
  };
  /** Makes a collection with columns of these types. */
  const make = async (
    name: string,
    types: Readonly<Record<string, string>>,
    unique: readonly string[] = [],
  ) => {
    const columns = Object.entries(types).map(([column, type]) => ({
      name: column,
      type,
      isUnique: unique.includes(column),
    }));
    expect((await send('POST', '/collections', { name, columns })).status).toBe(201);
  };
  return { send, get, found, make };
}

const INVOICES = {
  name: 'invoices',
  description: ' What was billed ',
  columns: [
    { name: 'number', type: 'string', isUnique: true },
    { name: 'amount', type: 'number' },
    { name: 'paid', type: 'boolean' },
    { name: 'billed', type: 'date', isEventTime: true },
    { name: 'more', type: 'json' },
  ],
} as const;

verifies(
  ['datastore.collections', 'datastore.records', 'datastore.insert', 'datastore.create'],
  'a collection is made and filled; its records are listed, filtered, sorted and counted',
  async () => {
    const { send, found, get } = await started();
    expect(await get('/collections')).toEqual({ collections: [] });
    const made = await send('POST', '/collections', INVOICES);
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'invoices', description: 'What was billed', recordCount: 0 },
    });
    expect(made.body.columns[0]).toEqual({
      name: 'number',
      type: 'string',
      isUnique: true,
      isEventTime: false,
    });
    const inserted = await send('POST', '/invoices/records', {
      records: [
        { number: 'A-1', amount: '12.5', paid: 'true', billed: '2026-01-02', more: { a: [1] }, extra: 1 },
        { number: 'A-2', amount: '12 apples' },
        { number: 'A-3', amount: 7, paid: false, billed: '2026-01-02T10:00:00+02:00', more: 'x' },
        { amount: 1 },
        { number: 'A-4' },
        { number: 'A-1', amount: 20 },
      ],
    });
    expect(inserted).toMatchObject({
      status: 200,
      body: {
        inserted: 3,
        updated: 1,
        failedCount: 2,
        failed: [{ index: 1 }, { index: 3 }],
        warnings: [expect.stringContaining('"extra"')],
      },
    });
    const all = await found('invoices');
    expect(all).toMatchObject({
      status: 200,
      body: {
        total: 3,
        nextCursor: null,
        records: [
          { number: 'A-4', amount: null, paid: null, billed: null, more: null },
          { number: 'A-3', amount: 7, paid: false, billed: '2026-01-02T08:00:00.000Z', more: 'x' },
          { number: 'A-1', amount: 20, paid: true, billed: '2026-01-02T00:00:00.000Z', more: { a: [1] } },
        ],
      },
    });
    const numbers = async (parts: Record<string, unknown>) => {
      const { body } = await found('invoices', parts);
      return [body.total, ...body.records.map(({ number }: { number: string }) => number)];
    };
    expect(await numbers({ filter: { amount: 7 } })).toEqual([1, 'A-3']);
    expect(await numbers({ filter: { amount: { gte: 7, lt: 20 } } })).toEqual([1, 'A-3']);
    expect(await numbers({ filter: { amount: { neq: 7 } } })).toEqual([2, 'A-4', 'A-1']);
    expect(await numbers({ filter: { number: { in: ['A-1', 'A-4'] } } })).toEqual([2, 'A-4', 'A-1']);
    expect(await numbers({ filter: { number: { notIn: ['A-1', 'A-4'] } } })).toEqual([1, 'A-3']);
    expect(await numbers({ filter: { paid: null } })).toEqual([1, 'A-4']);
    expect(await numbers({ filter: { billed: { lt: '2026-01-02T01:00:00Z' } } })).toEqual([1, 'A-1']);
    expect(await numbers({ filter: { or: [{ amount: 7 }, { paid: { isNull: true } }] } })).toEqual([
      2,
      'A-4',
      'A-3',
    ]);
    expect(await numbers({ filter: { more: { contains: '"a"' } } })).toEqual([1, 'A-1']);
    expect(await numbers({ filter: { number: { contains: '%' } } })).toEqual([0]);
    expect(await numbers({ sort: 'amount' })).toEqual([3, 'A-4', 'A-3', 'A-1']);
    expect(await numbers({ sort: '-amount' })).toEqual([3, 'A-1', 'A-3', 'A-4']);
    const { recordId } = all.body.records[0];
    expect(await numbers({ filter: { recordId } })).toEqual([1, 'A-4']);
    expect((await get('/collections')).collections).toMatchObject([{ recordCount: 3 }]);
  },
);

verifies(
  'datastore.upsert',
  'a row with the unique values of a record changes what it names of it, and nothing else; with two columns, both count',
  async () => {
    const { send, found, make } = await started();
    await make('prices', { shop: 'string', day: 'date', price: 'number', note: 'string' }, ['shop', 'day']);
    const insert = async (...records: object[]) =>
      (await send('POST', '/prices/records', { records })).body as Record<string, unknown>;
    const first = { shop: 'a', day: '2026-01-01', price: 1, note: 'first' };
    expect(await insert(first, { ...first, shop: 'b' })).toMatchObject({ inserted: 2, updated: 0 });
    // The same instant in another spelling, and `null` takes a value away.
    expect(await insert({ shop: 'a', day: '2026-01-01T01:00:00+01:00', price: 2 })).toMatchObject({
      inserted: 0,
      updated: 1,
    });
    expect(await insert({ shop: 'b', day: '2026-01-01', note: null })).toMatchObject({ updated: 1 });
    expect((await found('prices', { sort: 'shop' })).body).toMatchObject({
      total: 2,
      records: [
        { shop: 'a', price: 2, note: 'first' },
        { shop: 'b', price: 1, note: null },
      ],
    });
    const change = async (filter: object, set: object) =>
      await send('PATCH', '/prices/records', { filter, set });
    expect(await change({ shop: 'a' }, { shop: 'b' })).toMatchObject({
      status: 409,
      body: { code: 'record_exists' },
    });
    expect(await change({ shop: 'a' }, { shop: null })).toMatchObject({ body: { code: 'invalid_record' } });
    expect(await change({ shop: { in: ['a', 'b'] } }, { shop: 'c' })).toMatchObject({
      body: { code: 'record_exists' },
    });
    expect(await change({ shop: 'a' }, { shop: 'c' })).toMatchObject({ body: { updated: 1 } });
    expect(await insert({ shop: 'c', day: '2026-01-01', price: 3 })).toMatchObject({ updated: 1 });
  },
);

verifies(
  'datastore.paging',
  'every page goes on where the last one ended, also where nothing is sorted; a cursor of another order is refused',
  async () => {
    const { send, found, make } = await started();
    await make('things', { n: 'number', value: 'number' });
    const rows = Array.from({ length: 40 }, (_, n) => ({ n, value: n % 4 === 0 ? null : n % 3 }));
    await send('POST', '/things/records', { records: rows });
    for (const order of [{}, { sort: 'value' }]) {
      const asked = { ...order, filter: { n: { gte: 1 } } };
      const whole = (await found('things', { ...asked, limit: 40 })).body.records;
      const pages = await everyPage(
        async (at) => (await found('things', { ...asked, limit: 7, ...at })).body,
      );
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 39));
      expect([order, pages.flatMap(({ records }) => records)]).toEqual([order, whole]);
      expect(whole).toHaveLength(39);
    }
    const newestFirst = (await found('things', { limit: 40 })).body.records.map(({ n }: { n: number }) => n);
    expect(newestFirst).toEqual(rows.map(({ n }) => n).toReversed());
    const { body } = await found('things', { limit: 7, sort: 'value' });
    expect(await found('things', { cursor: body.nextCursor })).toMatchObject({
      status: 400,
      body: { code: 'invalid_sort' },
    });
    expect(await found('things', { cursor: 'WzFd' })).toMatchObject({ body: { code: 'invalid_request' } });
  },
);

verifies(
  ['datastore.aggregates', 'datastore.changed-records'],
  'sums are computed by groups; records are changed and deleted by a filter that says something',
  async () => {
    const { send, make, get } = await started();
    await make('sales', { region: 'string', amount: 'number', at: 'date', more: 'json' });
    await send('POST', '/sales/records', {
      records: [
        { region: 'north', amount: 10, at: '2026-01-01' },
        { region: 'north', amount: 20, at: '2026-02-01' },
        { region: 'south', amount: 5, at: '2026-03-01' },
        { amount: 1.5 },
        { region: 'south' },
      ],
    });
    const query = async (body: object) => await send('POST', '/sales/query', body);
    const sums = await query({
      aggregate: [
        { kind: 'count' },
        { kind: 'count', column: 'amount' },
        { kind: 'sum', column: 'amount' },
        { kind: 'avg', column: 'amount', as: 'mean' },
        { kind: 'max', column: 'at' },
      ],
      groupBy: ['region'],
      sort: '-sum_amount',
    });
    expect(sums).toMatchObject({ status: 200, body: { records: [], total: 5, moreGroups: false } });
    expect(sums.body.groups).toEqual([
      {
        region: 'north',
        count: 2,
        count_amount: 2,
        sum_amount: 30,
        mean: 15,
        max_at: '2026-02-01T00:00:00.000Z',
      },
      {
        region: 'south',
        count: 2,
        count_amount: 1,
        sum_amount: 5,
        mean: 5,
        max_at: '2026-03-01T00:00:00.000Z',
      },
      { region: null, count: 1, count_amount: 1, sum_amount: 1.5, mean: 1.5, max_at: null },
    ]);
    const tenths = [
      { region: 'west', amount: 0.1 },
      { region: 'west', amount: 0.2 },
    ];
    await send('POST', '/sales/records', { records: tenths });
    const west = { filter: { region: 'west' } };
    const exact = await query({
      ...west,
      aggregate: ['sum', 'avg'].map((kind) => ({ kind, column: 'amount' })),
    });
    expect(exact.body.groups).toEqual([{ sum_amount: 0.3, avg_amount: 0.15 }]);
    await send('DELETE', '/sales/records', west);
    const distinct = {
      aggregate: [{ kind: 'countDistinct', column: 'region' }],
      filter: { amount: { gt: 1 } },
    };
    expect((await query(distinct)).body).toMatchObject({ total: 4, groups: [{ count_distinct_region: 2 }] });
    expect((await query({ filter: { region: 'south' }, sort: 'amount' })).body).toMatchObject({
      total: 2,
      groups: null,
      records: [{ amount: null }, { amount: 5 }],
    });
    await expectRefused(query, [
      [{ aggregate: [{ kind: 'sum', column: 'region' }] }, 'invalid_aggregate'],
      [{ aggregate: [{ kind: 'sum' }] }, 'invalid_aggregate'],
      [{ aggregate: [{ kind: 'count', as: 'x"; DROP TABLE records; --' }] }, 'invalid_aggregate'],
      [{ aggregate: [{ kind: 'count' }, { kind: 'count' }] }, 'invalid_aggregate'],
      [{ aggregate: [{ kind: 'count' }], groupBy: ['more'] }, 'invalid_aggregate'],
      [{ aggregate: [{ kind: 'count' }], groupBy: ['nope'] }, 'unknown_column'],
      [{ aggregate: [{ kind: 'count' }], sort: 'nope' }, 'invalid_sort'],
      [{ aggregate: [{ kind: 'median', column: 'amount' }] }, 'invalid_request'],
      [{ sort: 'more' }, 'invalid_sort'],
    ]);

    const change = async (body: object) => await send('PATCH', '/sales/records', body);
    expect(await change({ filter: { region: null }, set: { region: 'west', amount: '2' } })).toMatchObject({
      status: 200,
      body: { updated: 1 },
    });
    await expectRefused(change, [
      [{ filter: {}, set: { region: 'x' } }, 'empty_filter'],
      [{ filter: { region: 'west' }, set: { nope: 1 } }, 'unknown_column'],
      [{ filter: { region: 'west' }, set: { amount: 'much' } }, 'invalid_record'],
      [{ filter: { region: 'west' }, set: {} }, 'invalid_request'],
    ]);
    const remove = async (filter: object) => await send('DELETE', '/sales/records', { filter });
    await expectRefused(remove, [[{}, 'empty_filter']]);
    expect((await remove({ region: { in: ['west', 'south'] } })).body).toEqual({ deleted: 3 });
    expect((await get('/collections')).collections).toMatchObject([{ recordCount: 2 }]);
    expect((await remove({ recordId: { isNull: false } })).body).toEqual({ deleted: 2 });
  },
);

const HOSTILE = [
  "x'; DROP TABLE records; --",
  'x" OR 1=1 --',
  'NEAR(a b) OR * AND "',
  '%',
  '_',
  '%s %n {{7*7}}',
  '<b>\u202e',
  'nul\u0000in it',
  'x'.repeat(5_000),
  '=HYPERLINK("http://a.example")',
];

verifies(
  ['datastore.filter', 'datastore.names', 'datastore.create'],
  'hostile names and values are kept as texts or refused in words, and nothing else happens',
  async () => {
    const { send, found, make } = await started();
    await make('texts', { words: 'string', constructor: 'number', more: 'json' });
    await send('POST', '/texts/records', { records: HOSTILE.map((words) => ({ words })) });
    for (const words of HOSTILE) {
      for (const filter of [{ words }, { words: { contains: words } }, { words: { in: [words, 'other'] } }]) {
        const { status, body } = await send('POST', '/texts/query', { filter });
        if (typeof filter.words === 'object' && 'contains' in filter.words && words.length > 2_500) {
          expect([status, body.code]).toEqual([400, 'invalid_filter']);
          continue;
        }
        expect([words, status]).toEqual([words, 200]);
        expect(body.records.map((one: { words: string }) => one.words)).toContain(words);
        if (typeof filter.words === 'string') expect(body.total).toBe(1);
      }
      const query = async (body: object) => await send('POST', '/texts/query', body);
      const makeOf = async (body: object) => await send('POST', '/collections', body);
      const name = words.slice(0, 200);
      await expectRefused(query, [
        [{ filter: { [words]: 1 } }, 'unknown_column'],
        [{ sort: name }, 'unknown_column'],
      ]);
      await expectRefused(makeOf, [
        [{ name: 'b', columns: [{ name, type: 'string' }] }, 'invalid_collection'],
        [{ name, columns: [{ name: 'a', type: 'json' }] }, 'invalid_collection'],
      ]);
      expect((await send('GET', `/${encodeURIComponent(words)}`)).status).toBe(404);
    }
    expect((await found('texts', { filter: { words: { contains: '%' } } })).body.total).toBe(2);

    await send('POST', '/texts/records', { records: [{ words: 'ÖSTERREICH Ελλάς [x] a^b a-b' }] });
    const isFound = async (contains: string) =>
      (await found('texts', { filter: { words: { contains } } })).body.records.some(
        ({ words }: { readonly words: string }) => words.startsWith('ÖSTERREICH'),
      );
    for (const text of ['österreich', 'ÖsterReich', 'ελλάΣ', '[X]', 'A^B', 'a-B', ']', ' A^'])
      expect([text, await isFound(text)]).toEqual([text, true]);
    for (const text of ['öst?r', 'ö*h', '[x-z]', '[^y]', 'a^^'])
      expect([text, await isFound(text)]).toEqual([text, false]);

    const deep = (levels: number): object => (levels === 0 ? { words: 'x' } : { or: [deep(levels - 1)] });
    const many = Object.fromEntries(Array.from({ length: 60 }, () => ['words', { eq: 'x', neq: 'y' }]));
    expect((await send('POST', '/texts/query', { filter: many })).status).toBe(200);
    const filtered = async (filter: unknown) => await send('POST', '/texts/query', { filter });
    await expectRefused<unknown>(filtered, [
      [{ nope: 1 }, 'unknown_column'],
      [{ words: { like: 'x' } }, 'unknown_operator'],
      [{ words: { constructor: 'x' } }, 'unknown_operator'],
      [JSON.parse('{"__proto__": 1}'), 'unknown_column'],
      [JSON.parse('{"words": {"__proto__": 1}}'), 'unknown_operator'],
      [{ words: {} }, 'invalid_filter'],
      [{ words: { in: [] } }, 'invalid_filter'],
      [{ words: { in: Array.from({ length: 501 }, String) } }, 'invalid_filter'],
      [{ words: { contains: '' } }, 'invalid_filter'],
      [{ words: { isNull: 'yes' } }, 'invalid_filter'],
      [{ words: ['x'] }, 'invalid_filter'],
      [{ constructor: 'x' }, 'invalid_filter'],
      [{ constructor: { contains: '1' } }, 'invalid_filter'],
      [{ more: 'x' }, 'invalid_filter'],
      [{ createdAt: 'yesterday' }, 'invalid_filter'],
      [{ or: [] }, 'invalid_filter'],
      [{ or: [{}] }, 'invalid_filter'],
      [{ or: { words: 'x' } }, 'invalid_filter'],
      [deep(20), 'invalid_filter'],
      [{ or: Array.from({ length: 101 }, () => ({ words: 'x' })) }, 'invalid_filter'],
    ]);
    const asText = async (filter: unknown) => await found('texts', { filter });
    await expectRefused<unknown>(asText, [
      [{ nope: 1 }, 'unknown_column'],
      [{ words: { like: 'x' } }, 'unknown_operator'],
      ...['', 'x', '[]', '"x"', '{', 'null', '{"a":'.repeat(1_000)].map(
        (filter) => [filter, 'invalid_filter'] as const,
      ),
    ]);
    expect(await found('texts', { filter: 'x'.repeat(9_000) })).toMatchObject({ status: 400 });
    expect((await found('texts')).body.total).toBe(HOSTILE.length + 1);

    const inherited = JSON.parse('{"words": "p", "__proto__": {"x": 1}, "constructor": 3, "toString": 1}');
    expect((await send('POST', '/texts/records', { records: [inherited, 'text', []] })).status).toBe(400);
    const own = await send('POST', '/texts/records', { records: [inherited] });
    expect(own.body).toMatchObject({ inserted: 1, failedCount: 0 });
    expect(own.body.warnings).toHaveLength(2);
    expect((await found('texts', { filter: { constructor: 3 } })).body.records).toMatchObject([
      { words: 'p' },
    ]);
  },
);

verifies(
  ['datastore.create', 'datastore.limits', 'datastore.drop'],
  'limits and reserved names are refused by name; a collection with records goes only when their number is said',
  async () => {
    const { send, found } = await started();
    const column = { name: 'a', type: 'string' };
    const make = async (name: string, columns: readonly object[] = [column]) =>
      await send('POST', '/collections', { name, columns });
    await expectRefused(make, [
      ['contacts', 'reserved_name'],
      ['deals', 'reserved_name'],
      ['interactions', 'reserved_name'],
      ['merges', 'reserved_name'],
      ['collections', 'reserved_name'],
      ['entities', 'reserved_name'],
      ['sqlite_master', 'reserved_name'],
      ['Big', 'invalid_collection'],
      ['1a', 'invalid_collection'],
      ['a-b', 'invalid_collection'],
      ['../a', 'invalid_collection'],
      ['a'.repeat(64), 'invalid_collection'],
    ]);
    const date = { name: 'b', type: 'date' };
    await expectRefused(
      async (columns: readonly object[]) => await make('wrong', columns),
      [
        [[column, column], 'invalid_collection'],
        [[{ ...date, name: 'or' }], 'reserved_name'],
        [[{ ...column, isEventTime: true }], 'invalid_collection'],
        [
          [
            { ...date, isEventTime: true },
            { name: 'c', type: 'date', isEventTime: true },
          ],
          'invalid_collection',
        ],
        [[{ name: 'j', type: 'json', isUnique: true }], 'invalid_collection'],
        [[{ name: 's', type: 'subject', isUnique: true }], 'invalid_collection'],
        [[{ ...column, type: 'text' }], 'invalid_request'],
        [[], 'invalid_request'],
        [Array.from({ length: 51 }, (_, nth) => ({ name: `c${nth}`, type: 'string' })), 'too_many_columns'],
      ],
    );
    expect((await make('a'.repeat(63))).status).toBe(201);
    expect(await make('a'.repeat(63))).toMatchObject({ status: 409, body: { code: 'collection_exists' } });
    const fifty = Array.from({ length: 50 }, (_, nth) => ({ name: `c${nth}`, type: 'string' }));
    expect((await make('wide', fifty)).status).toBe(201);
    expect(await send('PATCH', '/collections/wide', { add: [column] })).toMatchObject({
      status: 400,
      body: { code: 'too_many_columns' },
    });
    for (let nth = 2; nth < 100; nth++) expect((await make(`c${nth}`)).status).toBe(201);
    expect(await make('one_more')).toMatchObject({ status: 422, body: { code: 'too_many_collections' } });

    const rows = (count: number) => Array.from({ length: count }, (_, nth) => ({ a: `${nth}` }));
    expect(await send('POST', '/c2/records', { records: rows(1_001) })).toMatchObject({
      status: 400,
      body: { code: 'too_many_rows' },
    });
    expect((await send('POST', '/c2/records', { records: rows(1_000) })).body).toMatchObject({
      inserted: 1_000,
    });
    expect(
      (await send('POST', '/c2/records', { records: [{ a: 'x'.repeat(70_000) }, {}] })).body,
    ).toMatchObject({
      inserted: 0,
      failed: [{ index: 0 }, { index: 1 }],
    });
    expect(
      await send('PATCH', '/c2/records', { filter: { a: '7' }, set: { a: 'x'.repeat(70_000) } }),
    ).toMatchObject({ status: 413, body: { code: 'record_too_large' } });
    expect((await found('c2')).body.total).toBe(1_000);
    for (const query of ['', '?records=999'])
      expect(await send('DELETE', `/collections/c2${query}`)).toMatchObject({
        status: 409,
        body: { code: 'collection_has_records', recordCount: 1_000 },
      });
    expect((await send('DELETE', '/collections/c2?records=1000')).status).toBe(204);
    expect((await send('DELETE', '/collections/c3')).status).toBe(204);
    for (const [method, path, body] of [
      ['GET', '/c2'],
      ['POST', '/c2/query', {}],
      ['POST', '/c2/records', { records: [{ a: 'x' }] }],
      ['PATCH', '/c2/records', { filter: { a: 'x' }, set: { a: 'y' } }],
      ['DELETE', '/c2/records', { filter: { a: 'x' } }],
      ['GET', '/c2/csv'],
      ['POST', '/c2/csv', 'a\n1'],
      ['PATCH', '/collections/c2', { description: 'x' }],
      ['DELETE', '/collections/c2'],
    ] as const)
      expect([method, path, await send(method, path, body)]).toMatchObject([
        method,
        path,
        { status: 404, body: { code: 'collection_not_found' } },
      ]);
    // A new one of the same name has none of the old records.
    expect((await make('c2')).status).toBe(201);
    expect((await found('c2')).body).toMatchObject({ total: 0, records: [] });
  },
);

verifies(
  'datastore.change',
  'columns are added, renamed and removed, and a column in the place of a removed one is empty',
  async () => {
    const { send, found, make } = await started();
    await make('people', { id: 'number', nick: 'string', old: 'string' }, ['id']);
    await send('POST', '/people/records', {
      records: [
        { id: 1, nick: 'a', old: 'gone' },
        { id: 2, nick: 'b' },
      ],
    });
    const change = async (body: object) => await send('PATCH', '/collections/people', body);
    await expectRefused(change, [
      [{}, 'invalid_request'],
      [{ remove: ['nope'] }, 'unknown_column'],
      [{ remove: ['id'] }, 'invalid_collection'],
      [{ rename: [{ from: 'nick', to: 'old' }] }, 'invalid_collection'],
      [{ rename: [{ from: 'nick', to: 'a b' }] }, 'invalid_collection'],
      [{ add: [{ name: 'nick', type: 'string' }] }, 'invalid_collection'],
      [{ add: [{ name: 'key', type: 'string', isUnique: true }] }, 'invalid_collection'],
    ]);
    const changed = await change({
      description: 'Friends',
      remove: ['old'],
      rename: [{ from: 'nick', to: 'name' }],
      add: [{ name: 'fresh', type: 'string' }],
    });
    expect(changed).toMatchObject({ status: 200, body: { description: 'Friends', recordCount: 2 } });
    expect(changed.body.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'name', 'fresh']);
    // The place of the removed column was in use until now.
    expect((await change({ add: [{ name: 'later', type: 'string' }] })).status).toBe(200);
    expect((await found('people', { sort: 'id' })).body.records).toMatchObject([
      { id: 1, name: 'a', fresh: null, later: null },
      { id: 2, name: 'b', fresh: null, later: null },
    ]);
    expect((await found('people', { filter: { old: 'gone' } })).status).toBe(400);
    expect((await send('POST', '/people/records', { records: [{ id: 1, later: 'x' }] })).body.updated).toBe(
      1,
    );
  },
);

verifies(
  'datastore.csv',
  'records written as CSV and read into another collection are the same, and no text is a formula',
  async () => {
    const { send, found, make } = await started();
    const types = { words: 'string', n: 'number', yes: 'boolean', day: 'date', more: 'json' };
    await make('one', types);
    await make('two', types);
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '\tx',
      "'=1",
      "''-",
      "'plain",
      'a "b", c\r\nd',
      ' space ',
      '＝1',
      'é',
    ];
    const rows = [
      ...texts.map((words, n) => ({
        words,
        n: -n,
        yes: n % 2 === 0,
        day: '2026-02-03T04:05:06.789Z',
        more: { words },
      })),
      { n: 1, words: '' },
      { n: -2.5 },
      { more: '-1' },
      { more: [1, 'x', null] },
      { more: false },
    ];
    expect((await send('POST', '/one/records', { records: rows })).body.inserted).toBe(rows.length);
    const { status, text } = await send('GET', '/one/csv');
    expect(status).toBe(200);
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('recordId,words,n,yes,day,more');
    expect(lines[1]!.replace(/^[^,]+,/u, '')).toBe(
      `'=1+1,0,true,2026-02-03T04:05:06.789Z,"{""words"":""=1+1""}"`,
    );
    expect(lines[2]).toMatch(/^[^,]+,'\+1,-1,/u);
    for (const line of lines) expect(line).not.toMatch(/(?:^|,)[=+@\t]/u);
    expect(text).toMatch(/\r\n[^,]+,"",1,,,\r\n[^,]+,,-2\.5,,,\r\n/u);
    const report = await send('POST', '/two/csv', text);
    expect(report).toMatchObject({
      status: 200,
      body: { inserted: rows.length, updated: 0, failedCount: 0, problem: null },
    });
    expect(report.body.warnings).toEqual([expect.stringContaining(`${rows.length}`)]);
    // Read into the collection that it is from, a table changes its records.
    const back = await send('POST', '/one/csv', text.replace('é', 'è'));
    expect(back.body).toMatchObject({ inserted: 0, updated: rows.length, failedCount: 0, warnings: [] });
    expect((await found('one', { filter: { words: 'è' } })).body.total).toBe(1);
    expect((await send('POST', '/one/csv', text)).body.updated).toBe(rows.length);
    const plain = async (name: string) =>
      (await found(name, { limit: 100 })).body.records.map(
        ({ recordId: _id, createdAt: _at, updatedAt: _then, ...record }: Record<string, unknown>) => record,
      );
    expect(await plain('two')).toEqual(await plain('one'));
  },
);

verifies(
  'datastore.csv',
  'a table of a German spreadsheet is read as it is meant, and what stays uncertain is told',
  async () => {
    const { send, found, make } = await started();
    const types = { amount: 'number', count: 'number', paid: 'boolean', day: 'date' };
    await make('bills', types);
    const table =
      'Amount;Count;Paid;Day\r\n1.234;7;ja;02.11.2026\r\n12,50;1,234;nein;3.1.2027\r\n1,5;8;ja;11/2/2026\r\n';
    expect((await send('POST', '/bills/csv', table)).body).toMatchObject({
      inserted: 1,
      failed: [
        { line: 3, why: expect.stringContaining('1,234') },
        { line: 4, why: expect.stringContaining('11/2/2026') },
      ],
    });
    expect((await found('bills', {})).body.records).toMatchObject([
      { amount: 1234, count: 7, paid: true, day: '2026-11-02T00:00:00.000Z' },
    ]);
  },
);

verifies(
  'datastore.csv',
  'a table is read in thousands; what cannot be read is told, with what was stored before',
  async () => {
    const { send, found, make } = await started();
    await make('big', { n: 'number', words: 'string' }, ['n']);
    const many = Array.from({ length: 2_500 }, (_, n) => `${n === 2_400 ? 'x' : n};w ${n}`).join('\n');
    const table = `\ufeffn;words;other\n${many.replaceAll(/$/gmu, ';')}\n`;
    expect(await send('POST', '/big/csv', table)).toMatchObject({
      status: 200,
      body: {
        inserted: 2_499,
        failed: [{ index: 2_400, line: 2_402 }],
        warnings: [expect.stringContaining('"other"')],
        problem: null,
      },
    });
    expect((await send('POST', '/big/csv', 'n,words\n1,new\n')).body).toMatchObject({
      inserted: 0,
      updated: 1,
    });
    expect((await found('big', { filter: { n: 1 } })).body.records).toMatchObject([{ words: 'new' }]);
    expect((await send('POST', '/big/csv', 'n,words\n3000,a\n3001,a,b\nx,c\n3002,c\n')).body).toMatchObject({
      inserted: 2,
      failedCount: 2,
      failed: [
        { index: 1, line: 3 },
        { index: 2, line: 4 },
      ],
      problem: null,
    });
    // Two thousand rows are read before the one that is not closed.
    const cut = `n,words\n${Array.from({ length: 3_000 }, (_, n) => `${n},again ${'w'.repeat(40)}`).join('\n')}\n9999,"open`;
    const half = (await send('POST', '/big/csv', cut)).body;
    expect(half.problem).toContain('line 3002');
    const dealt = Number(/first (\d+) rows/u.exec(half.problem)?.[1]);
    expect(half.inserted + half.updated).toBe(dealt);
    await expectRefused(
      async (text: string) => await send('POST', '/big/csv', text),
      ['', 'n,n\n1,2\n', 'n,words\n1,"x\n', '[{"n": 1}]'].map((text) => [text, 'csv_unreadable'] as const),
    );
    expect(await send('POST', '/big/csv?separator=pipe', 'n\n1')).toMatchObject({ status: 400 });
  },
);

verifies(
  'numbers.exact',
  'an id with more digits than a number keeps is refused and overwrites no other record, in every spelling and encoding',
  async () => {
    const { engine, send, get } = await sending.started({}, '/api/datastore');
    const columns = [
      { name: 'id', type: 'string', isUnique: true },
      { name: 'more', type: 'json' },
    ];
    await send('POST', '/collections', { name: 'orders', columns });
    const post = async (text: string, encoding: BufferEncoding = 'utf8') => {
      const charset = encoding === 'utf8' ? '' : '; charset=utf-16le';
      const answer = await fetch(`${engine.baseUrl}/api/datastore/orders/records`, {
        method: 'POST',
        headers: { 'content-type': `application/json${charset}` },
        body: Buffer.from(text, encoding),
      });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const ID = '12345678901234567890';
    expect((await post(`{"records":[{"id":"${ID}"}]}`)).status).toBe(200);
    for (const literal of [ID, `${ID}.0`, '1.2345678901234567890e19', '9007199254740993'])
      for (const value of [`"id":${literal}`, `"id":"a","more":{"deep":[${literal}]}`])
        for (const encoding of ['utf8', 'utf16le'] as const)
          expect(await post(`{"records":[{${value}}]}`, encoding)).toMatchObject({
            status: 400,
            body: { code: 'invalid_request' },
          });
    expect((await get('/orders')).records.map(({ id }: { readonly id: string }) => id)).toEqual([ID]);
    const filter = encodeURIComponent(`{"id":${ID}}`);
    expect((await send('GET', `/orders?filter=${filter}`)).body).toMatchObject({ code: 'invalid_filter' });
  },
);
