import { afterAll, afterEach, expect } from '@jest/globals';
import { removeTemporaryDirs, startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const engines: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
});
afterAll(removeTemporaryDirs);

async function started(dataDir = temporaryDir()) {
  const engine = await startTestEngine({ dataDir });
  engines.push(engine);
  const send = async (method: string, path: string, body?: unknown) => {
    const isBytes = typeof body === 'string';
    const answer = await fetch(`${engine.baseUrl}/api/datastore${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
            body: isBytes ? body : JSON.stringify(body),
          }),
    });
    const said = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, text: said, body: isJson ? JSON.parse(said) : null };
  };
  const query = (parts: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(parts).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ).toString();
  const found = async (collection: string, parts: Record<string, unknown> = {}) =>
    await send('GET', `/${collection}?${query(parts)}`);
  return { engine, dataDir, send, found };
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
    const { send, found } = await started();
    expect((await send('GET', '/collections')).body).toEqual({ collections: [] });
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
        failed: [
          { index: 1, why: 'amount is "12 apples", not a number.' },
          { index: 3, why: 'number is empty, and records are told apart by it.' },
        ],
        warnings: ['"extra" is no column and was ignored (first in row 0).'],
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
    expect((await send('GET', '/collections')).body.collections).toMatchObject([{ recordCount: 3 }]);
  },
);
