import { join } from 'node:path';
import Database from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, post } from '../client.ts';
import type { Figure } from '../figure.ts';
import { ratio, type Row } from '../series.ts';
import { spreadOf } from '../spread.ts';
import { timed } from '../timed.ts';
import { useGraph } from '../used-graph.ts';

const ENTITIES = 100_000;
const ASKED = 100;
const MOST_MS = 20;
/** Between two writes of one client that is as quick as a person's program is. */
const WRITE_EVERY_MS = 20;

interface Asked {
  readonly what: string;
  /** The path of a request, for a number that differs each time. */
  path(nth: number, id: string): string;
  /** The same by hand, for the number of an entity. */
  readonly sql: string;
}

const ONE = 'SELECT * FROM entities WHERE entity_no = $no';
const RELATED = `SELECT * FROM relations JOIN entities ON entity_no = to_no WHERE from_no = $no
  UNION ALL SELECT * FROM relations JOIN entities ON entity_no = from_no WHERE to_no = $no`;
const NEAR = `SELECT to_no AS no FROM relations WHERE from_no = $no UNION SELECT from_no FROM relations WHERE to_no = $no`;

const ASKED_FOR: readonly Asked[] = [
  {
    what: 'a list by name',
    path: () => '/entities?sort=name&kind=person',
    sql: `SELECT * FROM entities WHERE kind = 'person' AND merged_into IS NULL AND $no > 0 ORDER BY name COLLATE NOCASE LIMIT 51`,
  },
  {
    what: 'a search',
    path: (nth) => `/entities?q=${encodeURIComponent(`anna berg${'bchdfs'[nth % 6]}`)}`,
    sql: `SELECT names.*, entities.* FROM name_words JOIN names ON name_no = name_words.rowid JOIN entities USING (entity_no)
      WHERE name_words MATCH '"anna"* "berg"*' AND $no > 0 LIMIT 400`,
  },
  {
    what: 'a misspelled search',
    path: (nth) => `/entities?q=${encodeURIComponent(`kiirchen ${nth % 7}`)}`,
    sql: `SELECT word, count(*) FROM name_grams WHERE gram IN ('^ki', 'kii', 'iir', 'irc', 'rch', 'che', 'hen', 'en$') AND $no > 0
      GROUP BY word ORDER BY count(*) DESC LIMIT 20`,
  },
  { what: 'an entity', path: (_nth, id) => `/entities/${id}`, sql: `${RELATED}` },
  {
    what: 'a neighbourhood',
    path: (_nth, id) => `/graph?around=${id}&depth=2`,
    sql: `SELECT * FROM relations WHERE from_no IN (${NEAR}) OR to_no IN (${NEAR})`,
  },
  {
    what: 'its numbers',
    path: () => '/stats',
    sql: `SELECT kind, count(*) FROM entities WHERE $no > 0 GROUP BY kind`,
  },
];

/** A large graph. */
export const graph: Figure = {
  name: 'graph',
  summary:
    'GET /api/kg/… over 100,000 entities with 300,000 relations, 100 requests in a round; bare: the same in SQLite, in a process of its own without HTTP; of reads while another client writes: the same without the writes',
  async *series(lab) {
    const dataDir = await lab.seeded(
      'graph',
      async (folder) => void (await useGraph(join(folder, 'engine.db'), ENTITIES)),
    );
    const file = join(await lab.seeded('graph', async () => undefined), 'engine.db');
    const bare = new Database(file, { readonly: true });
    const ids = bare.prepare('SELECT entity_id FROM entities ORDER BY entity_no').pluck().all() as string[];
    const one = bare.prepare(ONE);
    const engine = await lab.built(dataDir);
    for (const { what, path, sql } of ASKED_FOR) {
      const statement = bare.prepare(sql);
      const row = (which: string): Row => ({
        what: `graph, ${what}, ${which}`,
        unit: 'ms',
        bounds: [{ of: 'engine', atMost: MOST_MS }],
      });
      let nth = 0;
      const next = (): number => (nth += 997) % ENTITIES;
      yield {
        rows: [row('median'), row('99th of 100')],
        rounds: { warmUp: 2, counted: 10 },
        engine: async () =>
          await spread(async () => {
            const at = next();
            await get(`${engine.url}/api/kg${path(at, ids[at] ?? '')}`);
          }),
        bare: async () =>
          await spread(async () => {
            const at = next();
            one.get({ no: at + 1 });
            statement.all({ no: at + 1 });
          }),
      };
    }
    let nth = 0;
    const entityRead = async (): Promise<readonly number[]> =>
      await spread(
        async () => void (await get(`${engine.url}/api/kg/entities/${ids[(nth += 997) % ENTITIES]}`)),
      );
    yield {
      rows: [
        {
          what: 'graph, an entity while another client writes, median',
          unit: 'ms',
          bounds: [ratio.atMost(1.5)],
        },
        { what: 'graph, an entity while another client writes, 99th of 100', unit: 'ms', bounds: [] },
      ],
      rounds: { warmUp: 2, counted: 10 },
      engine: async () => await whileWriting(engine.url, entityRead),
      bare: entityRead,
    };
    bare.close();
    await engine.stop();
  },
};

async function spread(ask: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  while (took.length < ASKED) took.push(await timed(ask));
  return [spreadOf(took).median, took.toSorted((a, b) => a - b).at(-2) ?? Number.NaN];
}

let written = 0;

async function whileWriting<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      await post(`${url}/api/kg/entities`, {
        kind: 'topic',
        name: `Topic number ${(written += 1)}`,
        isNew: true,
      });
      await sleep(WRITE_EVERY_MS);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await writing;
  }
}
