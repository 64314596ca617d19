import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { attachmentLimits } from '../../../src/core/workspace/attachments/limits.ts';
import type { Price } from '../../../src/core/ports/model.ts';
import { ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';

/** The head of a PNG of 4000 by 3000 pixels: what it takes follows from that. */
const LARGE = Buffer.from('89504e470d0a1a0a0000000d4948445200000fa000000bb80806000000', 'hex');
const COUNT = 10;
const paths = Array.from({ length: COUNT }, (_, at) => `photo ${at}.png`);

async function withPhotos(turns: readonly (readonly Step[])[], price?: Price) {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  for (const path of paths) writeFileSync(join(dataDir, 'workspace', path), LARGE);
  const model = new ScriptedModel(turns, 'scripted', price);
  const engine = await startTestEngine({ dataDir, model });
  return { engine, model, ...(await newSession(engine)) };
}

const look = ({ client }: TestEngine, id: string) =>
  allOf(
    client['runs.start']({
      params: { id },
      body: { task: 'Look.', attachments: paths.map((path) => ({ path })) },
    }),
  );

verifies(
  'attachments.window',
  'a call that could cost too much because of its images is not made',
  async () => {
    const price = { input: 10, output: 0, cacheRead: 0, cacheWrite: 0 };
    const { id, engine, model } = await withPhotos([[text('Fine.')], [text('Fine.')]], price);
    // Half of what the images alone may cost.
    const usd = (COUNT * attachmentLimits.imageTokens * price.input) / 1_000_000 / 2;
    await engine.client['config.set']({ body: { max_cost_per_run_usd: usd } });
    await allOf(startRun(engine, id, 'Without images.'));
    expect(model.requests).toHaveLength(1);
    expect((await look(engine, id)).at(-1)?.data).toMatchObject({ stopReason: 'budget' });
    expect(model.requests).toHaveLength(1);
  },
);

verifies(
  'attachments.window',
  'a summary counts the images that it replaces, and names every file that was attached',
  async () => {
    const { id, engine, model } = await withPhotos([
      [text('Ten photos.')],
      [text('Fine.')],
      [text('They looked at "photo 3.png" and others.')],
      [text('Yes.')],
    ]);
    await look(engine, id);
    await allOf(startRun(engine, id, 'Go on.'));
    const { summary, tokensBefore, tokensAfter } = await engine.client['runs.compact']({
      params: { id },
      body: {},
    });
    expect(tokensBefore).toBeGreaterThan(COUNT * attachmentLimits.imageTokens);
    expect(tokensAfter).toBeLessThan(1_000);
    for (const path of paths) expect(summary.split(path)).toHaveLength(2);
    expect(JSON.stringify(model.requests[2]?.messages)).toContain(
      '[attached the file \\"photo 9.png\\": image/png, 29 bytes]',
    );
    await allOf(startRun(engine, id, 'And now?'));
    const types = model.requests.map(({ messages }) =>
      messages.flatMap(({ content }) => content).filter(({ type }) => type === 'media'),
    );
    expect(types.map(({ length }) => length)).toEqual([COUNT, COUNT, 0, 0]);
    expect(JSON.stringify(model.requests[3]?.messages)).toContain('photo 9.png');
  },
);
