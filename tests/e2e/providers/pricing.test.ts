import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';

for (const [what, content, costUsd, problems] of [
  [
    'says what a model costs',
    '{"local": {"input": 1000, "output": 2000, "cache_read": 0, "cache_write": 0}}',
    (12 * 1_000 + 2_000) / 1e6,
    0,
  ],
  ['that is damaged is a line in the log, and what it says counts for nothing', '{"local": ', 0, 1],
  ['that is not there leaves a local model free, with a key too', null, 0, 0],
] as const)
  verifies(['models.cost', 'models.cost.nearby'], `a pricing.json ${what}`, async () => {
    const server = await startFakeProvider(streams(...chat.textAnswer('ok')));
    const dataDir = temporaryDir();
    if (content !== null) writeFileSync(join(dataDir, 'pricing.json'), content);
    const env = chat.compatEnv(server, { COMPAT_API_KEY: 'a-key' });
    const engine = await startTestEngine({ dataDir, env });
    const { id } = await newSession(engine);
    const end = (await allOf(startRun(engine, id, 'hi'))).at(-1);
    expect(end?.type === 'done' && end.data.costUsd).toBeCloseTo(costUsd, 12);
    expect(engine.log.events('warn').filter((event) => event === 'pricing problem')).toHaveLength(problems);
  });
