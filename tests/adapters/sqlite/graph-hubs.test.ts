import { OWNER_ID } from '../../doubles/people.ts';
// Entities that very much is related to: what is read of them at once stays small.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openEngineDatabase, type EngineDatabase } from '../../../src/adapters/out/sqlite/engine/open.ts';
import { entityId } from '../../../src/core/kernel/ids.ts';
import { neighbourhood } from '../../../src/core/knowledge/graph/neighbourhood.ts';
import { longestPause } from '../../harness/longest-pause.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { mergesOver, worldOfMerges } from '../../harness/merges.ts';
import { verifies } from '../../spec/verifies.ts';
import { pagesOf } from '../../harness/paged.ts';

const RELATIONS = 100_000;

const [hub, other, quiet] = [entityId('the hub'), entityId('the other'), entityId('the quiet one')];
let engine: EngineDatabase;

beforeAll(async () => {
  const file = join(temporaryDir(), 'engine.db');
  await openEngineDatabase(file).close();
  const raw = new Sqlite(file);
  raw.exec(`
    INSERT INTO sources (origin, run_id, thread_id, tool) VALUES ('user', '', '', '');
    WITH RECURSIVE n (no) AS (SELECT 1 UNION ALL SELECT no + 1 FROM n WHERE no < ${RELATIONS} + 3)
    INSERT INTO entities (entity_id, kind, name, is_contact, mentions, created_at, updated_at, first_seen_at, last_seen_at,
        root, all_mentions, all_first_seen, all_last_seen, any_contact)
      SELECT CASE no WHEN 1 THEN '${hub}' WHEN 2 THEN '${other}' WHEN 3 THEN '${quiet}' ELSE 'e' || no END,
        CASE WHEN no % 2 = 1 THEN 'person' ELSE 'organization' END, 'E ' || no, no = 1, 0, 1, 1, 1, 1, no, 0, 1, 1, no = 1 FROM n;
    WITH RECURSIVE n (no) AS (SELECT 1 UNION ALL SELECT no + 1 FROM n WHERE no < ${RELATIONS})
    INSERT INTO relations (relation_id, kind, from_no, to_no, confidence, source, created_at, superseded_at)
      SELECT 'f' || no, 'works_for', 1, 3 + no, 1, 1, 1, NULL FROM n
      UNION ALL SELECT 't' || no, 'knows', 3 + no, 2, 1, 1, 1, NULL FROM n
      UNION ALL SELECT 's' || no, 'knows', 3, 3 + no, 1, 1, 1, iif(no = 1, NULL, 2) FROM n;
    INSERT INTO graph_counts SELECT kind, count(*) FROM entities GROUP BY kind UNION ALL SELECT 'relations', ${2 * RELATIONS + 1};
  `);
  raw.close();
  engine = openEngineDatabase(file, { owner: { id: OWNER_ID } });
});
afterAll(async () => {
  await engine.close();
});

const READS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['relations from it', () => engine.graph.ofPerson(OWNER_ID).relations(hub, { history: false, limit: 201 })],
  ['relations to it', () => engine.graph.ofPerson(OWNER_ID).relations(other, { history: false, limit: 201 })],
  [
    'relations that held once',
    () => engine.graph.ofPerson(OWNER_ID).relations(quiet, { history: false, limit: 201 }),
  ],
  ['its past', () => engine.graph.ofPerson(OWNER_ID).relations(hub, { history: true, limit: 100 })],
  ['of a merge', () => engine.graph.ofPerson(OWNER_ID).relations(hub, { history: false, limit: 1_000 })],
  [
    'what is around it',
    async () =>
      neighbourhood(
        engine.graph.ofPerson(OWNER_ID),
        (await engine.graph.ofPerson(OWNER_ID).get(hub))!,
        2,
        300,
      ),
  ],
  ['its card', () => engine.contacts.ofPerson(OWNER_ID).of([hub])],
  [
    'the list of contacts',
    () => engine.contacts.ofPerson(OWNER_ID).list({ q: null, type: null, tag: null, limit: 50, after: null }),
  ],
  ['whom it works for', () => engine.graph.ofPerson(OWNER_ID).statedFrom(hub, 'works_for', 200)],
  [
    'whether it works for one',
    () => engine.graph.ofPerson(OWNER_ID).statedBetween(hub, 'works_for', entityId('e70000')),
  ],
];

/** Of the time that all of its relations take in one piece. */
const SHARE = 1 / 2;

verifies(
  'kg.hub',
  'an entity with 100,000 relations is opened, listed, merged and walked without holding the event loop',
  async () => {
    const whole = await longestPause(() =>
      engine.graph.ofPerson(OWNER_ID).relations(hub, { history: true, limit: RELATIONS }),
    );
    for (const [what, read] of READS) {
      const share = (await longestPause(read)) / whole;
      expect([what, share < SHARE ? 'a small part' : share]).toEqual([what, 'a small part']);
    }
  },
);

test('its relations come in pages, each once, the newest first', async () => {
  const pages = await pagesOf((after: number | null) =>
    engine.graph.ofPerson(OWNER_ID).relationPage(hub, 20_000, after),
  );
  const seen = pages.flat().map(({ relationId }) => relationId);
  expect(seen).toEqual(Array.from({ length: RELATIONS }, (_, nth) => `f${RELATIONS - nth}`));
  expect(
    (await engine.graph.ofPerson(OWNER_ID).relations(quiet, { history: false, limit: 5 })).map(
      ({ relationId }) => relationId,
    ),
  ).toEqual(['s1']);
});

verifies(
  'kg.erasing',
  'an entity with 100,000 relations is erased without holding the event loop, and its relations are gone',
  async () => {
    const before = await engine.graph.ofPerson(OWNER_ID).counts();
    const inOnePiece = await longestPause(() =>
      engine.graph.ofPerson(OWNER_ID).relations(hub, { history: true, limit: RELATIONS }),
    );
    const { graph } = mergesOver({ ...worldOfMerges(), engine });
    // Each try erases another one.
    const left = [quiet, hub, other];
    const pause = await longestPause(() => graph.erase(left.shift()!));
    expect(pause / inOnePiece < SHARE ? 'a small part' : pause / inOnePiece).toBe('a small part');
    const after = await engine.graph.ofPerson(OWNER_ID).counts();
    expect([after.relations, before.relations]).toEqual([0, 2 * RELATIONS + 1]);
    expect(after.byKind).toEqual({
      organization: before.byKind.organization! - 1,
      person: before.byKind.person! - 2,
    });
  },
);
