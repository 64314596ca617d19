import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, textIn, typesOf } from '../http/runs.ts';
import { asksFor, lastMessage, PROVIDERS, says, stageFor } from './providers.ts';

describe.each(PROVIDERS)('$name', (provider) => {
  const { spoken } = provider;

  verifies(
    ['models.streaming', 'models.tools', 'service.providers'],
    'a tool loop: the file is written, the model gets the result, the answer is complete',
    async () => {
      const input = { path: 'notes.md', content: 'héllo\n' };
      const { engine, server } = await stageFor(
        provider,
        asksFor(spoken, 'write_file', input),
        says(spoken, 'Written', ', ', 'dëar.'),
      );
      const session = await newSession(engine);
      const events = await allOf(startRun(engine, session.id, 'write a note'));

      expect(typesOf(events)).toEqual([
        'tool_call',
        'turn_end',
        'tool_result',
        ...events.filter(({ type }) => type === 'text').map(({ type }) => type),
        'turn_end',
        'changeset_ready',
        'done',
      ]);
      expect(textIn(events)).toBe('Written, dëar.');
      expect(events[0]?.data).toMatchObject({ name: 'write_file', input });
      expect(await readFile(join(engine.dataDir, 'workspace', 'notes.md'), 'utf8')).toBe('héllo\n');
      expect(server.arrived).toHaveLength(2);
      expect(server.arrived.slice(1).map(lastMessage)).toEqual([expect.stringContaining('notes.md')]);
      const done = events.at(-1);
      expect(done?.data).toMatchObject({ stopReason: 'end_turn', text: 'Written, dëar.' });
      // A local model is free.
      const isPriced = provider.name !== 'compat' && provider.name !== 'custom';
      expect(done?.type === 'done' && done.data.costUsd > 0).toBe(isPriced);
      expect(done?.type === 'done' && done.data.usage.outputTokens > 0).toBe(true);
    },
  );
});
