import { OWNER_ID } from '../../../doubles/people.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openEngineDatabase } from '../../../../src/adapters/out/sqlite/engine/open.ts';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { closeWorld, mergesOver, worldOfMerges } from '../../../harness/merges.ts';

test('300 entities of one name are counted, and the first ten named', async () => {
  const world = worldOfMerges();
  const { graph } = mergesOver(world);
  for (let nth = 0; nth < 300; nth++)
    await graph.save({ kind: 'person', name: 'Anna Weber', isNew: true }, fromOwner);
  const error = await graph
    .get('anna weber')
    .catch((refused: unknown) => refused as Error & { facts: unknown });
  expect(error).toMatchObject({ code: 'ambiguous_name', facts: { candidates: { length: 10 } } });
  expect(error).toMatchObject({
    says: [
      { code: 'graph.fits', facts: { count: 300, isAll: true } },
      { code: 'graph.which', facts: { others: 290 } },
    ],
  });
  await closeWorld(world);
});

test('a secret is masked before a text is spelled in another way', async () => {
  const world = worldOfMerges();
  const file = join(world.dataDir, 'engine.db');
  const engine = openEngineDatabase(file, { owner: { id: OWNER_ID } });
  const { graph } = mergesOver(
    { ...world, engine },
    { masked: (text) => text.replaceAll('HUNTER-Two', '***') },
  );
  const { entityId: from } = await graph.save(
    {
      kind: 'person',
      name: 'Anna HUNTER-Two Weber',
      aliases: ['Annie HUNTER-Two'],
      detail: { role: 'knows HUNTER-Two', notes: 'It is HUNTER-Two.', tags: 'HUNTER-Two' },
      worksFor: 'HUNTER-Two Ltd',
    },
    fromOwner,
  );
  const { entityId: to } = await graph.save({ kind: 'person', name: 'Bob' }, fromOwner);
  await graph.relate({ from, to, kind: 'told HUNTER-Two to' }, fromOwner).catch(() => undefined);
  await engine.close();
  const bytes = readFileSync(file).toString('latin1').toLowerCase();
  // In the key of a name, a kind and the words of the index a hyphen may be another letter.
  expect(/hunter.{0,2}two/su.exec(bytes)?.[0]).toBeUndefined();
  expect(bytes).not.toContain('hunter');
  await closeWorld(world);
});
