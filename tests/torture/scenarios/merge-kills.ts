// Kills the engine at its system calls while it merges entries in a chain and takes both merges back.
import type { Started } from '../lab.ts';
import { faultsOnDisk } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { swept } from '../sweep.ts';

const CALLS = ['fsync', 'fdatasync', 'rename', 'renameat', 'mkdir', 'unlink', 'openat', 'pwrite64'];
/** Of each thread, evenly spread; 200 in all with `POINTS=all`. */
const MOST = process.env['POINTS'] === 'all' ? 100 : 25;

const NAMES = ['A A', 'B B', 'C C'] as const;
const EACH = 3;

/** Three contacts, each with interactions and a record that names it. */
async function fill({ client }: Started): Promise<readonly string[]> {
  await client['datastore.create']({
    body: {
      name: 'notes',
      columns: [
        { name: 'who', type: 'subject' },
        { name: 'what', type: 'string' },
      ],
    },
  });
  const ids: string[] = [];
  for (const name of NAMES) {
    const { contactId } = await client['contacts.add']({ body: { name, email: `${name[0]}@one.example` } });
    ids.push(contactId);
    for (let nth = 0; nth < EACH; nth++)
      await client['contacts.log']({
        params: { name: contactId },
        body: { type: 'call', summary: `Call ${nth} of ${name}` },
      });
    await client['datastore.insert']({
      params: { collection: 'notes' },
      body: { records: [{ who: contactId, what: name }] },
    });
  }
  return ids;
}

async function work({ client }: Started, [a = '', b = '', c = '']: readonly string[]): Promise<void> {
  const first = await client['merges.merge']({ body: { merged: a, kept: b } });
  const second = await client['merges.merge']({ body: { merged: b, kept: c } });
  await client['merges.rollback']({ params: { id: second.mergeId } });
  await client['merges.rollback']({ params: { id: first.mergeId } });
}

/** What is wrong after a restart: merges half done, and rows that are lost, doubled or at the wrong contact. */
async function faultsIn(
  { client }: Started,
  [a = '', b = '', c = '']: readonly string[],
): Promise<readonly string[]> {
  const { merges } = await client['merges.list']({ query: {} });
  const broken = merges.filter(({ applied }) => !applied).map(({ mergeId }) => `${mergeId} is not finished`);
  const shownBy = async (id: string) => (await client['graph.entity']({ params: { id } })).entityId;
  const shown = [await shownBy(a), await shownBy(b), await shownBy(c)];
  for (const id of new Set(shown)) {
    const members = shown.filter((one) => one === id).length;
    const { interactions } = await client['contacts.interactions']({
      params: { name: id },
      query: { limit: 50 },
    });
    if (interactions.length !== members * EACH)
      broken.push(`${id} has ${interactions.length} interactions of ${members} contacts`);
    const filter = JSON.stringify({ who: id });
    const { total } = await client['datastore.records']({
      params: { collection: 'notes' },
      query: { filter },
    });
    if (total !== members) broken.push(`${id} has ${total} records of ${members} contacts`);
  }
  // Everything can still be taken back, and then everything is where it was.
  for (const { mergeId } of merges) {
    const now = (await client['merges.list']({ query: {} })).merges.find((one) => one.mergeId === mergeId);
    if (now?.inEffect) await client['merges.rollback']({ params: { id: mergeId } });
  }
  for (const id of [a, b, c]) {
    const { interactions } = await client['contacts.interactions']({
      params: { name: id },
      query: { limit: 50 },
    });
    if (interactions.length !== EACH)
      broken.push(`after all rollbacks ${id} has ${interactions.length} interactions`);
  }
  return broken;
}

export const mergeKills: Scenario = {
  name: 'merge-kills',
  promise: ['R40'],
  needs: ['strace'],
  run: async (lab) => {
    const fixture = lab.fresh();
    const first = await lab.start(fixture);
    const ids = await fill(first);
    await first.stop();
    const { kills, broken, figures } = await swept(lab, {
      calls: CALLS,
      most: MOST,
      begin: async () => {
        const dataDir = lab.copyOf(fixture);
        const engine = await lab.start(dataDir);
        return {
          engine,
          work: () => work(engine, ids),
          faults: async () => {
            const next = await lab.start(dataDir);
            const faults = await faultsIn(next, ids);
            await next.stop();
            return [...faults, ...faultsOnDisk(dataDir)];
          },
          end: () => lab.remove(dataDir),
        };
      },
    });
    return {
      did: `${kills} kills in two merges and their rollbacks`,
      broken,
      figures: figures.join('; '),
    };
  },
};
