import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { beforeEach, expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { entityId, type PersonId } from '../../../src/core/kernel/ids.ts';
import type { EntityDraft } from '../../../src/core/knowledge/graph/drafts.ts';
import { proofOfOwner } from '../../../src/core/trust/people/model.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { graphTokens } from '../../../src/main/tokens.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal, refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

/** Stands in all that the conversations of one person teach. */
const MARK = 'quincemedlar';
const taught = { origin: 'agent', runId: null, threadId: null, tool: 'extraction' } as const;

let engine: TestEngine;
let turns: (readonly Step[])[];
let model: ScriptedModel;
let owner: Asking;
let ownerId: PersonId;
let one: Asking;
let me: PersonId;
let ben: Asking;
let benId: PersonId;

beforeEach(async () => {
  turns = [];
  model = new ScriptedModel(turns);
  engine = await startTestEngine({ models: { open: async () => model } });
  owner = askingWith(engine, proofOfOwner('files'));
  ownerId = (await owner['me.get']()).personId as PersonId;
  me = (await planted(engine)).personId;
  one = askingWith(engine, proofOf(me));
  benId = (await planted(engine, { name: 'Ben' })).personId;
  ben = askingWith(engine, proofOf(benId));
  await owner['config.set']({ body: { memory_extraction: false, conversation_titles: false } });
});

const nothingIn = (...answers: readonly unknown[]) =>
  expect(JSON.stringify(answers).toLowerCase()).not.toContain(MARK);
const graphOf = (person: PersonId) => engine.engine.services.graph.of(person);
const teach = async (person: PersonId, draft: EntityDraft) =>
  (await graphOf(person).save(draft, taught)).entityId;
const saved = async (asking: Asking, name: string, more: object = {}) =>
  (await asking['graph.save']({ body: { kind: 'person', name, ...more } })).entityId;
const unknown = { status: 404, code: 'entity_not_found' };

async function run(asking: Asking, task: string, answers: readonly (readonly Step[])[]): Promise<string> {
  turns.push(...answers);
  const { sessionId } = await asking['sessions.create']({ body: {} });
  const { runId, events } = await asking['runs.start']({ params: { id: sessionId }, body: { task } });
  for await (const _ of events);
  return runId ?? '';
}

/** All that a person is told of the graph, whatever they ask. */
async function toldTo(asking: Asking, ...about: readonly string[]): Promise<readonly unknown[]> {
  const told: unknown[] = [await asking['graph.stats'](), await asking['merges.list']()];
  for (const sort of ['name', 'mentions', 'recent'] as const)
    for (const query of [{ sort }, { sort, kind: 'person' }, { sort, limit: 1 }] as const)
      told.push(await asking['graph.entities']({ query }));
  for (const q of [MARK, 'quincemedlaar', 'quin', 'Cora', 'Coraa'])
    told.push(
      await asking['graph.entities']({ query: { q } }),
      await asking['contacts.list']({ query: { q } }),
      // What a refusal says back is what was asked.
      ...(q.includes('quin')
        ? []
        : [await refusal(asking['graph.around']({ query: { around: q } })).catch(() => null)]),
    );
  told.push(
    await asking['contacts.list']({}),
    await asking['contacts.list']({ query: { type: `${MARK}-type` } }),
    await asking['contacts.list']({ query: { tag: `${MARK}-tag` } }),
    await asking['contacts.list']({ query: { q: `${MARK}@example.org` } }),
    await asking['contacts.stats'](),
    await asking['contacts.export']({}).then(async ({ body }) => await textOf(body)),
  );
  for (const id of about) {
    const params = { id };
    told.push(
      await asking['graph.entity']({ params }),
      await asking['graph.relations']({ params, query: {} }),
      await asking['graph.history']({ params }),
      await asking['graph.around']({ query: { around: id, depth: 3 } }),
    );
  }
  return told;
}

async function textOf(body: unknown): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

verifies(
  ['people.graph'],
  'what is extracted from a conversation, and what an agent states in one, is of its person',
  async () => {
    const cora = await saved(owner, 'Cora Lind');
    await owner['config.set']({ body: { memory_extraction: true } });
    const found = {
      entities: [
        { kind: 'person', name: `${MARK} Ada`, aliases: [], detail: { role: 'sailor' } },
        { kind: 'person', name: 'Cora Lind', aliases: [], detail: { role: `${MARK} mate` } },
      ],
      relations: [{ from: `${MARK} Ada`, kind: 'knows', to: 'Cora Lind', since: '2020', until: null }],
    };
    await run(one, `${MARK} Ada is a sailor and knows Cora Lind, a ${MARK} mate.`, [
      [toolCalls({ name: 'save_entity', input: { kind: 'topic', name: `${MARK} boats` } })],
      [toolCalls({ name: 'relate_entities', input: { from: `${MARK} boats`, kind: 'of', to: cora } })],
      [text('noted')],
      [text(JSON.stringify(found))],
    ]);
    while ((await one['graph.stats']()).relations < 2) await new Promise(setImmediate);
    const hers = await one['graph.entity']({ params: { id: `${MARK} Ada` } });
    expect(hers).toMatchObject({ private: true, detail: { role: 'sailor' } });
    const coraToHer = await one['graph.entity']({ params: { id: cora } });
    expect(coraToHer).toMatchObject({ private: true, detail: { role: `${MARK} mate` } });
    expect(JSON.stringify([hers, coraToHer])).not.toContain(me);
    expect(new Set(coraToHer.relations.map(({ kind }) => kind))).toEqual(new Set(['knows', 'of']));
    expect(await one['graph.stats']()).toMatchObject({
      entities: 3,
      relations: 2,
      byKind: { person: 2, topic: 1 },
    });

    // What is stated of it by hand is seen by no more people than it.
    await one['graph.edit']({
      params: { id: hers.entityId },
      body: { aliases: ['Handwritten'], detail: { email: 'hand@example.org' } },
    });
    await one['graph.relate']({ body: { from: hers.entityId, kind: `${MARK} of`, to: cora } });
    for (const other of [owner, ben]) {
      expect((await other['graph.entities']({ query: { q: 'Handwritten' } })).entities).toEqual([]);
      await refuses(other['graph.entity']({ params: { id: 'Handwritten' } }), unknown);
    }
    const stranger = await teach(benId, {
      kind: 'person',
      name: 'Stranger',
      detail: { email: 'hand@example.org' },
    });
    expect(await ben['graph.entity']({ params: { id: stranger } })).toMatchObject({ name: 'Stranger' });
    await ben['graph.erase']({ params: { id: stranger } });
    for (const other of [owner, ben]) {
      nothingIn(await toldTo(other, cora));
      expect(await other['graph.stats']()).toMatchObject({
        entities: 1,
        relations: 0,
        byKind: { person: 1, topic: 0 },
      });
      expect(await other['graph.entity']({ params: { id: cora } })).toMatchObject({
        private: false,
        detail: {},
        relations: [],
      });
      const relationId = coraToHer.relations[0]!.relationId;
      for (const asked of [
        other['graph.entity']({ params: { id: hers.entityId } }),
        other['graph.relations']({ params: { id: hers.entityId }, query: {} }),
        other['graph.history']({ params: { id: hers.entityId } }),
        other['graph.around']({ query: { around: hers.entityId } }),
        other['graph.edit']({ params: { id: hers.entityId }, body: { shared: true } }),
        other['graph.erase']({ params: { id: hers.entityId } }),
        other['graph.relate']({ body: { from: hers.entityId, kind: 'knows', to: cora } }),
        other['merges.preview']({ query: { merged: hers.entityId, kept: cora } }),
        other['merges.merge']({ body: { merged: hers.entityId, kept: cora } }),
      ])
        await refuses(asked, unknown);
      await refuses(other['graph.unrelate']({ params: { id: relationId } }), {
        status: 404,
        code: 'relation_not_found',
      });
      await run(other, 'Who is there?', [
        [
          toolCalls(
            { name: 'find_entities', input: { query: 'Cora' } },
            { name: 'find_contacts', input: {} },
          ),
        ],
        [text('so')],
        [text('{}')],
      ]);
      nothingIn(model.requests.at(-1));
    }
    expect((await one['graph.entity']({ params: { id: hers.entityId } })).relations).toHaveLength(2);
    // What is entered ends nothing that another alone knows.
    const dora = await saved(owner, 'Dora Last');
    await graphOf(me).relate({ from: cora, kind: 'likes', to: dora, since: '2019' }, taught);
    await ben['graph.relate']({ body: { from: cora, kind: 'likes', to: dora } });
    const { relations } = await one['graph.history']({ params: { id: dora } });
    expect(relations.map(({ since, supersededAt }) => [since, supersededAt])).toEqual([
      [null, null],
      ['2019', null],
    ]);
  },
);

verifies(
  'people.graph',
  'of a contact everybody sees what was entered, and one alone what their conversations taught',
  async () => {
    const { contactId } = await owner['contacts.add']({
      body: { name: 'Cora Lind', phone: '+43 1 5122112' },
    });
    const { contactId: last } = await owner['contacts.add']({ body: { name: 'Dora Last' } });
    const firm = await teach(me, { kind: 'organization', name: `${MARK} Ltd` });
    await teach(me, {
      entityId: contactId,
      aliases: [`Coraline ${MARK}`],
      detail: {
        email: `${MARK}@example.org`,
        phone: '+43 1 5122113',
        notes: MARK,
        type: `${MARK}-type`,
        tags: `${MARK}-tag`,
      },
    });
    await graphOf(me).relate({ from: contactId, kind: 'works_for', to: firm }, taught);
    const seen = await one['contacts.get']({ params: { name: `Coraline ${MARK}` } });
    expect(seen).toMatchObject({
      contactId,
      email: `${MARK}@example.org`,
      company: `${MARK} Ltd`,
      phone: '+43 1 5122112',
    });
    expect(seen.contradictions).toMatchObject([{ attribute: 'phone', value: '+43 1 5122113' }]);
    expect((await one['contacts.list']({ query: { q: MARK } })).contacts).toHaveLength(1);
    for (const other of [owner, ben]) {
      nothingIn(await toldTo(other, contactId));
      expect(await other['contacts.get']({ params: { name: contactId } })).toMatchObject({
        company: null,
        contradictions: [],
      });
      await refuses(other['contacts.get']({ params: { name: `Coraline ${MARK}` } }), {
        status: 404,
        code: 'contact_not_found',
      });
      expect((await other['contacts.list']({})).contacts.map((each) => each.contactId)).toEqual([
        last,
        contactId,
      ]);
      expect((await other['contacts.stats']()).contacts.byType).toEqual([{ type: null, count: 2 }]);
    }
    // What the owner's conversations teach does not move a contact for members.
    await teach(ownerId, { entityId: contactId, detail: { role: 'mate' } });
    expect((await ben['contacts.list']({})).contacts.map((each) => each.contactId)).toEqual([
      last,
      contactId,
    ]);
    expect((await owner['contacts.list']({})).contacts.map((each) => each.contactId)).toEqual([
      contactId,
      last,
    ]);
    expect((await ben['contacts.get']({ params: { name: contactId } })).role).toBeNull();

    expect((await ben['graph.entities']({ query: { q: MARK } })).entities).toEqual([]);
    const { contactId: house } = await owner['contacts.add']({
      body: { name: 'House Ltd', kind: 'organization' },
    });
    await graphOf(me).relate({ from: last, kind: 'works_for', to: house }, taught);
    const atHouse = async (asking: Asking) =>
      (await asking['contacts.list']({ query: { q: 'House' } })).contacts.map(({ name }) => name);
    expect(await atHouse(one)).toEqual(['House Ltd', 'Dora Last']);
    expect(await atHouse(ben)).toEqual(['House Ltd']);
    for (const q of [`${MARK}@example.org`, MARK, '+43 1 5122113'])
      expect((await ben['contacts.list']({ query: { q } })).contacts).toEqual([]);
    // What is entered takes the place of nothing that another alone knows, and what one alone knows makes no contact of it.
    await ben['contacts.edit']({
      params: { name: contactId },
      body: { email: 'cora@example.org', notes: 'by hand' },
    });
    expect((await one['contacts.get']({ params: { name: contactId } })).email).toBe('cora@example.org');
    await ben['contacts.edit']({ params: { name: contactId }, body: { company: 'House Ltd' } });
    const works = (await one['graph.relations']({ params: { id: contactId }, query: {} })).relations;
    expect(works.map(({ to }) => to.name).toSorted()).toEqual(['House Ltd', `${MARK} Ltd`]);
    nothingIn(await toldTo(owner, contactId));
    // An agent calls a contact otherwise for its person alone, and what it keeps of a contact everybody sees.
    const byAgent = { ...taught, tool: 'save_contact' };
    const contactsOf = (person: PersonId) => engine.engine.services.contacts.of(person);
    const { contact: made } = await contactsOf(benId).add({ name: 'Emil Feld' }, byAgent);
    await teach(me, { entityId: made.contactId, name: `Emil ${MARK}`, detail: { language: 'de' } });
    expect(await ben['contacts.get']({ params: { name: 'Emil Feld' } })).toMatchObject({ language: null });
    await contactsOf(me).edit(made.contactId, { language: 'de' }, byAgent);
    expect(await ben['contacts.get']({ params: { name: 'Emil Feld' } })).toMatchObject({ language: 'de' });
    await contactsOf(benId).edit(made.contactId, { notes: 'of the house' }, byAgent);
    await teach(me, { entityId: made.contactId, detail: { notes: MARK } });
    expect((await one['contacts.get']({ params: { name: made.contactId } })).notes).toBe(MARK);
    expect((await ben['contacts.get']({ params: { name: made.contactId } })).notes).toBe('of the house');
    const byImport = { ...taught, origin: 'import', tool: 'contacts:1' } as const;
    await contactsOf(me).edit(made.contactId, { notes: 'imported', notesBelow: 'Below:' }, byImport);
    expect((await ben['contacts.get']({ params: { name: made.contactId } })).notes).toBe(
      'of the house\nBelow:\nimported',
    );
    nothingIn(await toldTo(ben, made.contactId));
    // Whom one makes a contact, everybody sees by the name, and by nothing else.
    const ada = await teach(me, { kind: 'person', name: 'Ada Nordin', detail: { role: MARK } });
    await one['contacts.add']({ body: { name: 'Ada Nordin', company: `${MARK} Ltd`.toUpperCase() } });
    expect(await ben['contacts.get']({ params: { name: 'Ada Nordin' } })).toMatchObject({
      contactId: ada,
      role: null,
      company: `${MARK} Ltd`,
    });
  },
);

verifies(
  'people.graph',
  'a name that two people learned is two entities, and no candidate, count or spelling tells of another’s',
  async () => {
    const hers = await teach(me, { kind: 'person', name: 'Marta Zarquon', detail: { role: MARK } });
    const his = await teach(benId, { kind: 'person', name: 'Marta Zarquon' });
    expect(hers).not.toBe(his);
    expect(await ben['graph.entity']({ params: { id: 'Marta Zarquon' } })).toMatchObject({
      entityId: his,
      detail: {},
    });
    await refuses(owner['graph.entity']({ params: { id: 'Marta Zarquon' } }), unknown);
    // Nor does another of this name keep an entry from speaking of one's own.
    await ben['memory.append']({ params: { ns: 'knowledge' }, body: { text: 'Marta Zarquon has a car.' } });
    await engine.engine.get(graphTokens.mentions).upToDate();
    expect((await ben['graph.entity']({ params: { id: his } })).mentionCount).toBe(1);
    const another = await teach(benId, { kind: 'person', name: 'Marta Zarquon', isNew: true });
    const { candidates } = (await refusal(
      ben['graph.entity']({ params: { id: 'Marta Zarquon' } }),
    )) as unknown as { candidates: readonly { entityId: string }[] };
    expect(candidates.map(({ entityId: id }) => id).toSorted()).toEqual([his, another].toSorted());
    expect(await one['graph.entity']({ params: { id: 'marta zarquon' } })).toMatchObject({ entityId: hers });
    // An address that only another knows recognises nobody.
    await teach(me, { entityId: hers, detail: { email: 'marta.z@example.org' } });
    const otto = await teach(benId, {
      kind: 'person',
      name: 'Otto Quist',
      detail: { email: 'marta.z@example.org' },
    });
    expect(await ben['graph.entity']({ params: { id: otto } })).toMatchObject({
      name: 'Otto Quist',
      aliases: [],
    });
    // A word that only another has finds nothing, and keeps nothing from being found.
    const near = await saved(owner, 'Zarquin');
    for (const q of ['Zarquan', 'Zarquon'])
      expect(
        (await owner['graph.entities']({ query: { q } })).entities.map(({ entityId: id }) => id),
      ).toEqual([near]);
    const pages: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ben['graph.entities']({
        query: { sort: 'name', limit: 1, ...(cursor ? { cursor } : {}) },
      });
      pages.push(...page.entities.map(({ entityId: id }) => id));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([his, another, otto, near]);
    expect((await ben['graph.stats']()).entities).toBe(4);
    expect((await owner['graph.stats']()).entities).toBe(1);
  },
);

verifies(
  'people.graph',
  'mentions are counted, and times told, of what one remembers and of what is shared',
  async () => {
    const cora = await saved(owner, 'Cora Lind');
    const fresh = await saved(owner, 'Dora Last');
    const upToDate = async () => await engine.engine.get(graphTokens.mentions).upToDate();
    const remember = async (asking: Asking, said: string) =>
      (await asking['memory.append']({ params: { ns: 'knowledge' }, body: { text: said } })).entries[0]!.id;
    const secret = await teach(me, { kind: 'person', name: `${MARK} Ada` });
    const first = await remember(one, 'Cora Lind met Quincemedlar Ada.');
    await remember(one, 'Cora Lind has a boat.');
    await remember(owner, 'Cora Lind has a car.');
    await upToDate();
    const counts = async () =>
      await Promise.all(
        [owner, one, ben].map(
          async (asking) => (await asking['graph.entity']({ params: { id: cora } })).mentionCount,
        ),
      );
    expect(await counts()).toEqual([1, 2, 0]);
    const { lastSeenAt, firstSeenAt } = await ben['graph.entity']({ params: { id: cora } });
    expect(lastSeenAt).toBe(firstSeenAt);
    const order = async (asking: Asking, sort: 'mentions' | 'recent') =>
      (await asking['graph.entities']({ query: { sort } })).entities.map(({ entityId: id }) => id);
    expect(await order(ben, 'mentions')).toEqual([fresh, cora]);
    expect(await order(ben, 'recent')).toEqual([fresh, cora]);
    expect(await order(one, 'mentions')).toEqual([cora, secret, fresh]);
    expect((await ben['graph.stats']()).memories).toBe(0);
    expect((await one['memory.entry']({ params: { id: first } })).entities).toHaveLength(2);
    await one['memory.editEntry']({ params: { id: first }, body: { shared: true } });
    await upToDate();
    expect(await counts()).toEqual([2, 2, 1]);
    expect(
      (await ben['memory.entry']({ params: { id: first } })).entities.map(({ entityId: id }) => id),
    ).toEqual([cora]);
    expect((await ben['graph.stats']()).memories).toBe(1);
    // What it mentions may be seen by its person alone.
    const second = await remember(one, 'Quincemedlar Ada has a plane.');
    await one['memory.editEntry']({ params: { id: second }, body: { shared: true } });
    await upToDate();
    expect((await ben['graph.stats']()).memories).toBe(1);
    expect((await one['graph.stats']()).memories).toBe(3);
    await one['memory.editEntry']({ params: { id: first }, body: { shared: false } });
    await upToDate();
    expect(await counts()).toEqual([1, 2, 0]);
    await remember(one, 'Dora Last has a house.');
    await upToDate();
    const dora = await owner['graph.entity']({ params: { id: fresh } });
    expect(dora.lastSeenAt).toBe(dora.firstSeenAt);
    await one['memory.eraseEntry']({ params: { id: first } });
    await upToDate();
    expect(await counts()).toEqual([1, 1, 0]);
  },
);

verifies('people.graph', 'recall follows only names and relations that its person knows', async () => {
  const cora = await saved(owner, 'Cora Lind');
  await teach(me, { entityId: cora, aliases: ['Nightingale'] });
  for (const asking of [one, ben])
    await asking['memory.append']({ params: { ns: 'knowledge' }, body: { text: 'Nightingale has a boat.' } });
  const found = async (asking: Asking) =>
    (await asking['memory.search']({ query: { q: 'What does Cora Lind have?' } })).entries.map(
      ({ text: said }) => said,
    );
  expect(await found(one)).toEqual(['Nightingale has a boat.']);
  expect(await found(ben)).toEqual([]);
  await engine.engine.get(graphTokens.mentions).upToDate();
  const spoken = async (asking: Asking) =>
    (await asking['graph.entity']({ params: { id: cora } })).mentionCount;
  expect([await spoken(one), await spoken(ben)]).toEqual([1, 0]);
});

verifies(
  ['people.graph', 'people.merges'],
  'a merge of what one alone sees is theirs, and nothing that everybody sees is hidden by one',
  async () => {
    const cora = await saved(owner, 'Cora Lind');
    const hers = await teach(me, { kind: 'person', name: `Coraline ${MARK}`, detail: { role: MARK } });
    await refuses(one['merges.preview']({ query: { merged: cora, kept: hers } }), {
      status: 422,
      code: 'merge_impossible',
    });
    // A name that one took away from what one sees is taken from nobody else.
    const named = { params: { id: hers } };
    await one['graph.edit']({ ...named, body: { aliases: ['Cora Lind'] } });
    await one['graph.edit']({ ...named, body: { withoutAliases: ['Cora Lind'] } });
    const { mergeId } = await one['merges.merge']({ body: { merged: hers, kept: cora } });
    expect((await one['merges.list']()).merges).toMatchObject([{ mergeId, inEffect: true }]);
    expect((await one['graph.entity']({ params: { id: hers } })).entityId).toBe(cora);
    expect((await one['graph.entity']({ params: { id: cora } })).aliases).toEqual([`Coraline ${MARK}`]);
    expect(await graphOf(me).members(entityId(cora))).toEqual([cora, hers]);
    expect(await graphOf(benId).members(entityId(cora))).toEqual([cora]);
    for (const other of [owner, ben]) {
      nothingIn(await toldTo(other, cora));
      expect((await other['merges.list']()).merges).toEqual([]);
      expect((await other['graph.entity']({ params: { id: 'Cora Lind' } })).entityId).toBe(cora);
      await refuses(other['merges.rollback']({ params: { id: mergeId } }), {
        status: 404,
        code: 'merge_not_found',
      });
      expect((await other['graph.stats']()).entities).toBe(1);
    }
    await one['merges.rollback']({ params: { id: mergeId } });
    expect((await one['graph.stats']()).entities).toBe(2);

    // Who is asked reads counts of what they see.
    const twin = await saved(owner, 'Cora Lindt');
    await teach(me, { entityId: twin, detail: { role: MARK } });
    await graphOf(me).relate({ from: twin, kind: 'knows', to: hers }, taught);
    const asked = { query: { merged: twin, kept: cora } };
    expect(await ben['merges.preview'](asked)).toMatchObject({ filled: [], relations: 0 });
    expect(await one['merges.preview'](asked)).toMatchObject({ filled: ['role'], relations: 1 });
  },
);

verifies(
  'people.graph',
  'sharing is an act: then everybody sees it, and relations to what is shared, too',
  async () => {
    const cora = await saved(owner, 'Cora Lind');
    const hers = await teach(me, { kind: 'person', name: `Ada ${MARK}`, detail: { role: 'sailor' } });
    const boat = await teach(me, { kind: 'topic', name: `Boat ${MARK}` });
    await teach(me, { entityId: cora, detail: { role: MARK } });
    await teach(benId, { entityId: cora, detail: { description: 'of Ben' } });
    await graphOf(me).relate({ from: hers, kind: 'knows', to: cora }, taught);
    await graphOf(me).relate({ from: hers, kind: 'has', to: boat }, taught);
    const share = async (id: string) => await one['graph.edit']({ params: { id }, body: { shared: true } });
    await share(hers);
    for (const other of [owner, ben]) {
      const shown = await other['graph.entity']({ params: { id: hers } });
      expect(shown).toMatchObject({ detail: { role: 'sailor' }, private: false });
      expect(shown.relations).toMatchObject([{ kind: 'knows' }]);
      expect(await other['graph.stats']()).toMatchObject({ entities: 2, relations: 1 });
      expect((await other['graph.entities']({ query: { q: 'Ada' } })).entities).toHaveLength(1);
      nothingIn(await other['graph.entity']({ params: { id: cora } }).then(({ detail }) => detail));
    }
    await share(cora);
    await share(boat);
    for (const other of [owner, ben])
      expect(await other['graph.stats']()).toMatchObject({ entities: 3, relations: 2, byKind: { topic: 1 } });
    const { detail } = await owner['graph.entity']({ params: { id: cora } });
    expect(detail).toEqual({ role: MARK });
    expect(await one['graph.entity']({ params: { id: cora } })).toMatchObject({ private: false });
    expect((await ben['graph.entity']({ params: { id: cora } })).detail).toEqual({
      role: MARK,
      description: 'of Ben',
    });
  },
);

verifies('people.graph', 'a record names an entity to whom sees it', async () => {
  const hers = await teach(me, { kind: 'person', name: `Ada ${MARK}` });
  await owner['datastore.create']({ body: { name: 'visits', columns: [{ name: 'who', type: 'subject' }] } });
  const collection = { params: { collection: 'visits' } };
  expect(
    (await ben['datastore.insert']({ ...collection, body: { records: [{ who: hers }] } })).inserted,
  ).toBe(0);
  expect(
    (await one['datastore.insert']({ ...collection, body: { records: [{ who: hers }] } })).inserted,
  ).toBe(1);
  expect(JSON.stringify(await one['datastore.records']({ ...collection, query: {} }))).toContain(MARK);
  for (const other of [owner, ben]) {
    nothingIn(
      await other['datastore.records']({ ...collection, query: {} }),
      await textOf((await other['datastore.export'](collection)).body),
    );
    await refuses(other['datastore.query']({ ...collection, body: { filter: { who: hers } } }), unknown);
  }
});

verifies(
  ['people.graph', 'people.removal'],
  'what somebody alone knew goes with them, or to whom they agreed, byte for byte',
  async () => {
    const graph = engine.engine.get(graphTokens.graph);
    const cora = await saved(owner, 'Cora Lind');
    const gone = (await planted(engine, { name: 'Cleo' })).personId;
    for (const person of [gone, me]) {
      const hers = await teach(person, { kind: 'person', name: `Ada ${MARK}`, detail: { role: MARK } });
      await teach(person, { entityId: cora, aliases: [`Coraline ${MARK}`], detail: { role: MARK } });
      await graphOf(person).relate({ from: hers, kind: `${MARK} knows`, to: cora }, taught);
      const part = await teach(person, { kind: 'person', name: `Cory ${MARK}` });
      await askingWith(engine, proofOf(person))['merges.merge']({ body: { merged: part, kept: cora } });
    }
    expect(await graph.handOver(me, ownerId)).toBe(5);
    expect(await graph.handOver(me, ownerId)).toBe(0);
    expect(await owner['graph.stats']()).toMatchObject({ entities: 2, relations: 1 });
    expect((await owner['graph.entity']({ params: { id: cora } })).aliases).toHaveLength(2);
    nothingIn(await toldTo(ben, cora));
    // The owner's own, too, so that no byte has a reason to stay.
    expect(await graph.forget(ownerId)).toBe(5);
    expect(await graph.forget(gone)).toBe(5);
    expect(await graph.forget(gone)).toBe(0);
    expect(await owner['graph.stats']()).toMatchObject({ entities: 1, relations: 0 });
    expect(await owner['graph.entity']({ params: { id: cora } })).toMatchObject({
      aliases: [],
      detail: {},
      mergedInto: null,
    });
    await engine.stop();
    for (const file of ['engine.db', 'engine.db-wal'])
      expect(bytesOf(join(engine.dataDir, file)).includes(MARK)).toBe(false);
  },
);

const bytesOf = (file: string): string => {
  try {
    return readFileSync(file).toString('latin1').toLowerCase();
  } catch {
    return '';
  }
};

verifies(
  ['people.graph', 'people.arriving'],
  'what nobody who is there alone saw is the owner’s at the next start',
  async () => {
    await teach(me, { kind: 'person', name: 'Ada Nordin' });
    await teach(benId, { kind: 'person', name: 'Bea Nordin' });
    await engine.stop();
    const history = new Database(join(engine.dataDir, 'history.db'));
    history.prepare('DELETE FROM people WHERE person_id = ?').run(me);
    history.close();
    engine = await startTestEngine({ dataDir: engine.dataDir });
    const names = async (asking: Asking) =>
      (await asking['graph.entities']({ query: {} })).entities.map(({ name }) => name);
    expect(await names(askingWith(engine, proofOfOwner('files')))).toEqual(['Ada Nordin']);
    expect(await names(askingWith(engine, proofOf(benId)))).toEqual(['Bea Nordin']);
  },
);
