// An import of contacts that kill -9 cuts off at a commit: it can be taken back whole, or made again, and nothing is doubled.
import { cpSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { post, whileAlive } from './client.ts';
import { killedAt } from './kill.ts';

const ROWS = [
  'name,company,role,email,phone,notes,tags',
  'Anna Berg,Acme GmbH,Clerk,anna@acme.example,+43 512 2111,Met in May,vip',
  'Bernd Huber,Acme GmbH,,bernd@acme.example,,,',
  'Clara Moser,,,,,,',
  'Clara Moser,,,,+43 512 2222,,',
  'Dora Wolf,Bolt Ltd,Boss,dora@bolt.example,+43 512 2333,Likes tea,"lead, vip"',
  'Emil Ober,,,,,Of the choir,',
];
const IMPORT = { format: 'csv', text: `${ROWS.join('\n')}\n`, fileName: 'mine.csv' } as const;

/** Of the start and of each row; some come together. */
const COMMITS = 1 + 2 * (ROWS.length - 1);

/** What each import gives anew. */
const OF_THE_IMPORT = { contactId: null, entityId: null, companyId: null, createdAt: null, updatedAt: null };

/** All that is known of the contacts. */
async function shown({ client }: TestEngine) {
  const { contacts } = await client['contacts.list']({ query: { limit: 200 } });
  return contacts.map((contact) => JSON.stringify({ ...contact, ...OF_THE_IMPORT })).toSorted();
}

const imported = (engine: TestEngine, separate: boolean) =>
  engine.client['contacts.import']({ body: { ...IMPORT, separate } });

async function takenBack({ client }: TestEngine): Promise<number> {
  const { imports } = await client['contacts.imports']({ query: {} });
  for (const { importId } of imports) await client['contacts.rollbackImport']({ params: { id: importId } });
  return imports.length;
}

/** A directory with one contact, which the import completes; and what is shown before and after an import of it. */
async function world(separate: boolean) {
  const dataDir = temporaryDir();
  const engine = await startTestEngine({ dataDir });
  await engine.client['contacts.add']({
    body: { name: 'Dora Wolf', email: 'dora@bolt.example', role: 'Clerk' },
  });
  const before = await shown(engine);
  await engine.stop();
  const other = temporaryDir();
  cpSync(dataDir, other, { recursive: true });
  const whole = await startTestEngine({ dataDir: other });
  await imported(whole, separate);
  const after = await shown(whole);
  await whole.stop();
  return { dataDir, before, after };
}

for (const separate of [false, true])
  verifies(
    'crm.import.killed',
    `an import that is killed at any commit can be taken back or made again, with separate ${separate}`,
    async () => {
      const { dataDir, before, after } = await world(separate);
      let cut = 0;
      for (let nth = 2; nth <= COMMITS; nth += 1) {
        const killed = temporaryDir();
        cpSync(dataDir, killed, { recursive: true });
        await killedAt(killed, 'writing', ['before', nth], (baseUrl) =>
          whileAlive(async () => void (await post(`${baseUrl}/api/crm/import`, { ...IMPORT, separate }))),
        );
        const copy = temporaryDir();
        cpSync(killed, copy, { recursive: true });

        const back = await startTestEngine({ dataDir: killed });
        const left = await shown(back);
        const isUntouched = isDeepStrictEqual(left, before);
        if (!isUntouched && !isDeepStrictEqual(left, after)) cut += 1;
        expect([nth, await takenBack(back)]).toEqual([nth, isUntouched ? 0 : 1]);
        expect([nth, await shown(back)]).toEqual([nth, before]);
        await imported(back, separate);
        expect([nth, await shown(back)]).toEqual([nth, after]);
        await back.stop();

        const again = await startTestEngine({ dataDir: copy });
        await imported(again, separate);
        expect([nth, await shown(again)]).toEqual([nth, after]);
        await takenBack(again);
        expect([nth, await shown(again)]).toEqual([nth, before]);
        await again.stop();
      }
      expect(cut).toBeGreaterThan(3);
    },
  );
