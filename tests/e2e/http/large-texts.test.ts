// Texts of 2 MB through a whole engine: each is taken or refused by name, and everything else is answered meanwhile.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from './problems.ts';
import { allOf, newSession, startRun } from './runs.ts';

const SIZE = 2_000_000;
const TEXTS = {
  words: 'Words of a report, with 1,200.50 EUR and ann@a.example. '.repeat(SIZE / 56),
  'one word': 'a'.repeat(SIZE),
  signs: '漢字かな交じり文。'.repeat(SIZE / 9),
  lines: '- [ ] `a` | b\n'.repeat(SIZE / 14),
  quotes: '"\\'.repeat(SIZE / 2),
};

for (const [kind, large] of Object.entries(TEXTS))
  verifies('engine.large-texts', `as memory, message, file and answer: ${kind}`, async () => {
    const reads = toolCalls({ name: 'read_file', input: { path: 'large.txt' } });
    const engine = await startTestEngine({
      model: new ScriptedModel([[reads], [text(large)]]),
      isFirstStart: false,
    });
    const { client, dataDir } = engine;
    mkdirSync(join(dataDir, 'workspace'), { recursive: true });
    writeFileSync(join(dataDir, 'workspace', 'large.txt'), large);

    const body = { text: large };
    const { entries } = await client['memory.append']({ params: { ns: 'knowledge' }, body });
    expect(entries.length).toBeGreaterThan(0);

    const { id, threadId } = await newSession(engine);
    expect(await refusal(startRun(engine, id, large))).toMatchObject({ code: 'body_too_large' });
    const events = await allOf(startRun(engine, id, large.slice(0, 300_000)));
    expect(events.at(-1)).toMatchObject({ type: 'done' });
    const { messages } = await client['threads.messages']({ params: { id: threadId }, query: {} });
    expect(JSON.stringify(messages)).toContain(JSON.stringify(large.slice(-100)).slice(1, -1));

    const file = await client['files.read']({ query: { path: 'large.txt' } });
    expect(file).toMatchObject({ sizeBytes: Buffer.byteLength(large), truncated: true });
    expect(await client['threads.search']({ query: { q: 'report' } })).toMatchObject({ complete: true });
  });
