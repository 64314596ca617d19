import { expect } from '@jest/globals';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

verifies('people.artifacts', 'an artifact is its person’s until they share it', async () => {
  const engine = await startTestEngine();
  const owner = engine.client as unknown as Asking;
  const ann = askingWith(engine, proofOf((await planted(engine)).personId));
  const body = { title: 'Plan', content: 'quinces', type: 'markdown' as const };
  const { artifactId } = await ann['artifacts.save']({ body });
  await owner['artifacts.save']({ body });
  const named = { params: { id: artifactId } };
  const unknown = { status: 404, code: 'artifact_not_found' };
  await refuses(owner['artifacts.get'](named), unknown);
  await refuses(owner['artifacts.share']({ ...named, body: { shared: true } }), unknown);
  expect((await owner['artifacts.list']()).artifacts).toHaveLength(1);
  expect((await ann['artifacts.list']()).artifacts).toMatchObject([
    { artifactId, mine: true, shared: false },
  ]);
  await ann['artifacts.share']({ ...named, body: { shared: true } });
  expect(await owner['artifacts.get'](named)).toMatchObject({
    mine: false,
    shared: true,
    content: 'quinces',
  });
  expect((await owner['artifacts.list']()).artifacts).toHaveLength(2);
  await refuses(owner['artifacts.delete'](named), unknown);
  await refuses(owner['artifacts.save']({ body: { ...body, artifactId } }), unknown);
  await ann['artifacts.share']({ ...named, body: { shared: false } });
  await refuses(owner['artifacts.get'](named), unknown);
});
