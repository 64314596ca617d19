import { join } from 'node:path';
import Database from 'better-sqlite3';
import { get } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Row } from '../series.ts';
import { spreadOf } from '../spread.ts';
import { timed } from '../timed.ts';
import { useCollections } from '../used-collections.ts';

const RECORDS = 100_000;
const ASKED = 100;

interface Asked {
  readonly what: string;
  readonly query: Readonly<Record<string, string>>;
  /** The same by hand: the page, and the number of all that fit. */
  readonly sql: readonly string[];
}

const PAGE = 'LIMIT 51';
const ASKED_FOR: readonly Asked[] = [
  { what: 'the newest', query: {}, sql: [`SELECT * FROM records ORDER BY record_no DESC ${PAGE}`] },
  {
    what: 'by a filter',
    query: { filter: '{"region":"east","paid":true}' },
    sql: [
      `SELECT * FROM records WHERE v2 = 'east' AND v5 = 1 ORDER BY record_no DESC ${PAGE}`,
      `SELECT count(*) FROM records WHERE v2 = 'east' AND v5 = 1`,
    ],
  },
  {
    what: 'sorted',
    query: { sort: '-amount' },
    sql: [`SELECT * FROM records ORDER BY v3 DESC, record_no DESC ${PAGE}`],
  },
  {
    what: 'by a filter, sorted',
    query: { filter: '{"region":"east"}', sort: 'at' },
    sql: [
      `SELECT * FROM records WHERE v2 = 'east' ORDER BY v4, record_no DESC ${PAGE}`,
      `SELECT count(*) FROM records WHERE v2 = 'east'`,
    ],
  },
  {
    what: 'by words in a text',
    query: { filter: '{"note":{"contains":"order 99"}}' },
    sql: [
      `SELECT * FROM records WHERE instr(v6, 'order 99') > 0 ORDER BY record_no DESC ${PAGE}`,
      `SELECT count(*) FROM records WHERE instr(v6, 'order 99') > 0`,
    ],
  },
];

const MOST_MS = 20;

/** Records of a large collection. */
export const collections: Figure = {
  name: 'collections',
  summary:
    'GET /api/datastore/:collection over 100,000 records, 100 requests in a round; bare: the same queries in SQLite, in a process of their own without HTTP',
  async *series(lab) {
    const dataDir = await lab.seeded('collections', (folder) =>
      useCollections(join(folder, 'datastore.db'), RECORDS),
    );
    const bare = new Database(join(await lab.seeded('collections', async () => undefined), 'datastore.db'), {
      readonly: true,
    });
    const engine = await lab.built(dataDir);
    for (const { what, query, sql } of ASKED_FOR) {
      const statements = sql.map((text) => bare.prepare(text));
      const url = `${engine.url}/api/datastore/orders?${new URLSearchParams(query).toString()}`;
      const row = (which: string): Row => ({
        what: `records ${what}, ${which}`,
        unit: 'ms',
        bounds: [{ of: 'engine', atMost: MOST_MS }],
      });
      yield {
        rows: [row('median'), row('99th of 100')],
        rounds: { warmUp: 2, counted: 10 },
        engine: async () => await spread(() => get(url)),
        bare: async () =>
          await spread(async () => {
            for (const statement of statements) statement.all();
          }),
      };
    }
    bare.close();
    await engine.stop();
  },
};

async function spread(ask: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  while (took.length < ASKED) took.push(await timed(ask));
  return [spreadOf(took).median, took.toSorted((a, b) => a - b).at(-2) ?? Number.NaN];
}
