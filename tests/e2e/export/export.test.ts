import { afterAll, afterEach, expect } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { removeTemporaryDirs, startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { validator } from '../../harness/graph.ts';
import { verifies } from '../../spec/verifies.ts';
import { exported, exportSchema } from './document.ts';
import { seeded } from './seeded.ts';

const engines: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
});
afterAll(removeTemporaryDirs);

async function started(options: Parameters<typeof startTestEngine>[0] = {}) {
  const engine = await startTestEngine({
    dataDir: temporaryDir(),
    model: new ScriptedModel(Array.from({ length: 4 }, () => [text('Done, as you asked.')])),
    ...options,
  });
  engines.push(engine);
  return engine;
}

verifies(
  ['data.export', 'exports.schema'],
  'the document has everything that was given to the engine, and fits its schema',
  async () => {
    const engine = await started();
    await seeded(engine);
    const document = await exported(engine.baseUrl);
    expect(validator.check(exportSchema, document as never)).toEqual([]);
    expect(Object.keys(document).at(-1)).toBe('complete');
    expect(document).toMatchObject({ format: 'svc-export', complete: true });
    expect(Object.keys(document.sections)).toEqual(document.sectionNames);
    for (const { count, items } of Object.values(document.sections)) expect(items).toHaveLength(count ?? -1);
  },
);
