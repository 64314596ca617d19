import { expect } from '@jest/globals';
import { entityId, threadId as asThreadId } from '../../../src/core/kernel/ids.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { databaseTokens } from '../../../src/main/tokens.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';

type Asking = ReturnType<typeof directSurface>['client'];

verifies('people.merges', 'everybody sees the merge, and of the conversations only their own', async () => {
  const engine = await startTestEngine();
  const owner = engine.client as unknown as Asking;
  const ann = askingWith(engine, proofOf((await planted(engine)).personId));
  const saved = async (name: string) =>
    (await owner['graph.save']({ body: { kind: 'person', name } })).entityId;
  const [kept, merged] = [await saved('Cora Lind'), await saved('Cora Linde')];
  const linked = async (asking: Asking) => {
    const { threadId } = await asking['sessions.create']({ body: {} });
    return {
      change: 'thread.link',
      threadId: asThreadId(threadId),
      entityId: entityId(merged),
      at: 1,
    } as const;
  };
  const links = [await linked(owner), await linked(ann), await linked(ann)];
  await engine.engine.get(databaseTokens.journal).commit(links);
  const asked = { query: { merged, kept } };
  expect(await owner['merges.preview'](asked)).toMatchObject({ conversationLinks: 1 });
  expect(await ann['merges.preview'](asked)).toMatchObject({ conversationLinks: 2 });
  const { mergeId, conversationLinks } = await ann['merges.merge']({ body: { merged, kept } });
  expect(conversationLinks).toBe(2);
  expect((await ann['merges.list']()).merges).toMatchObject([{ mergeId, conversationLinks: 2 }]);
  expect((await owner['merges.list']()).merges).toMatchObject([{ mergeId, conversationLinks: 1 }]);
  expect(await owner['merges.rollback']({ params: { id: mergeId } })).toMatchObject({ inEffect: false });
});
