import { expect } from '@jest/globals';
import { join } from 'node:path';
import { openEngineDatabase } from '../../../src/adapters/out/sqlite/engine/open.ts';
import { migrations } from '../../../src/adapters/out/sqlite/engine/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { entityId, personId } from '../../../src/core/kernel/ids.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

const ANN = personId('01a22b8d-a74e-70b8-84cd-fb20e747ea74');
const before = migrations.findIndex(({ name }) => name === 'whose-graph');

/** Each entity: what its name is from, whether it is a contact, and into which it was merged. */
const ENTITIES = [
  ['Ada', 'extraction', 0, null],
  ['Bea', '', 0, null],
  ['Cora', 'save_entity', 1, null],
  ['Dora', 'save_entity', 0, null],
  ['Dorothea', '', 0, 4],
  ['Eva', 'contacts:1', 0, null],
  ['Evi', 'extraction', 0, 6],
] as const;
const FACTS = [
  ['Ada', 'extraction', 'role', 'sailor'],
  ['Ada', '', 'description', 'by hand of what was taught'],
  ['Bea', '', 'role', 'cook'],
  ['Bea', 'extraction', 'description', 'taught'],
  ['Cora', 'save_contact', 'role', 'clerk'],
  ['Cora', 'save_entity', 'email', 'cora@example.org'],
] as const;
const RELATIONS = [
  ['knows', 'Ada', 'Bea', ''],
  ['likes', 'Bea', 'Cora', 'relate_entities'],
  ['meets', 'Bea', 'Cora', ''],
] as const;

verifies(
  'people.graph',
  'of an old graph the owner sees everything as before, and members what was entered, imported, or is a contact',
  async () => {
    const file = join(temporaryDir(), 'engine.db');
    const { connection } = openDatabase(file);
    migrate(connection, 'engine.db', migrations.slice(0, before));
    const no = (name: string) => ENTITIES.findIndex(([one]) => one === name) + 1;
    const sources = ['', 'extraction', 'save_entity', 'relate_entities', 'save_contact', 'contacts:1'];
    for (const [nth, tool] of sources.entries())
      connection
        .prepare('INSERT INTO sources VALUES (?, ?, ?, ?, ?)')
        .run(nth, tool === '' ? 'user' : tool === 'contacts:1' ? 'import' : 'agent', '', '', tool);
    for (const [name, tool, isContact, into] of ENTITIES) {
      connection
        .prepare(
          `INSERT INTO entities VALUES (:no, lower(:name), 'person', :name, :isContact, 1, 10, 50, 10, 20, :root, :into, :merge, 1, 10, 20, :isContact)`,
        )
        .run({ no: no(name), name, isContact, root: into ?? no(name), into, merge: into && `merge-${name}` });
      connection
        .prepare(
          'INSERT INTO names (entity_no, text, key, source, created_at, hides) VALUES (?, ?, ?, ?, 10, 0)',
        )
        .run(no(name), name, name.toLowerCase(), sources.indexOf(tool));
      connection.prepare('INSERT INTO mentions VALUES (?, ?, 20)').run(no(name), `entry of ${name}`);
    }
    for (const [name, tool, attribute, value] of FACTS)
      connection
        .prepare(
          `INSERT INTO facts (fact_id, entity_no, attribute, value, key, confidence, source, created_at) VALUES (?, ?, ?, ?, ?, 1, ?, 30)`,
        )
        .run(`${name} ${value}`, no(name), attribute, value, value, sources.indexOf(tool));
    for (const [kind, from, to, tool] of RELATIONS)
      connection
        .prepare(
          `INSERT INTO relations (relation_id, kind, from_no, to_no, confidence, source, created_at) VALUES (?, ?, ?, ?, 1, ?, 30)`,
        )
        .run(kind, kind, no(from), no(to), sources.indexOf(tool));
    connection.exec(`INSERT INTO graph_counts VALUES ('person', 5), ('relations', 3)`);
    connection.close();

    const { graph, contacts, close } = openEngineDatabase(file, { owner: { id: OWNER_ID } });
    const seen = async (whose: typeof ANN) => {
      const store = graph.ofPerson(whose);
      const { items } = await store.list({ kind: null, sort: 'name', limit: 50, after: null });
      const known = await store.known(items.map((one) => one.entityId));
      return {
        counts: await store.counts(),
        entities: items.map(({ name, mentionCount, updatedAt }) => [name, mentionCount, updatedAt]),
        names: [...known.values()].flatMap(({ names }) => names.map(({ text }) => text)).toSorted(),
        facts: [...known.values()].flatMap(({ facts }) => facts.map(({ value }) => value)).toSorted(),
        relations: (
          await store.edges(
            items.map((one) => one.entityId),
            50,
          )
        ).map(({ kind }) => kind),
        contact: await contacts.ofPerson(whose).of([entityId('cora')]),
      };
    };
    expect(await seen(OWNER_ID)).toMatchObject({
      counts: { byKind: { person: 5 }, relations: 3, memories: 7 },
      entities: ['Ada', 'Bea', 'Cora', 'Dora', 'Eva'].map((name) => [name, 1, 50]),
      names: ENTITIES.map(([name]) => name).toSorted(),
      facts: FACTS.map(([, , , value]) => value).toSorted(),
      relations: ['meets', 'likes', 'knows'],
      contact: [{ role: 'clerk', email: 'cora@example.org' }],
    });
    expect(await seen(ANN)).toMatchObject({
      counts: { byKind: { person: 4 }, relations: 1, memories: 0 },
      entities: [
        ['Bea', 0, 30],
        ['Cora', 0, 30],
        // What shows one of everybody is everybody's.
        ['Dora', 0, 50],
        ['Eva', 0, 50],
      ],
      names: ['Bea', 'Cora', 'Dora', 'Dorothea', 'Eva'],
      facts: ['clerk', 'cook'],
      relations: ['meets'],
      contact: [{ role: 'clerk', email: null }],
    });
    expect(await graph.members()).toEqual([]);
    await close();
  },
);
