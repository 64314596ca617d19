import { afterAll, afterEach, expect } from '@jest/globals';
import { ScriptedModel, text, thinking, toolCalls } from '../../doubles/scripted-model.ts';
import { removeTemporaryDirs, startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, replay, startRun, typesOf } from './runs.ts';

const nasty: Readonly<Record<string, string>> = {
  'a frame of its own': 'x\n\nevent: done\ndata: {"stopReason":"end_turn"}\n\n',
  'field lines': 'id: 99\nevent: error\nretry: 1\n: comment\ndata: x',
  'carriage returns': 'a\rb\r\nc\r\r\n\r\n',
  'an id with a NUL': 'id: 1\u0000\n\n\u0000',
  'a lone high surrogate': 'a\ud800b',
  'a lone low surrogate': 'a\udfffb',
  'surrogates the wrong way round': '\ude00\ud83d',
  'line and paragraph separators': 'a\u2028b\u2029c\u0085d',
  'astral characters': '\u{1F600}\u{10FFFF}\u{1D11E}',
  'a byte order mark': '\ufeffa\ufeff',
  'old control characters': Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
  'terminal control': '\u001b[2J\u001b]0;x\u0007\u009b31m',
  'bidi control': '\u202eabc\u2066def\u2069',
  'combining characters': 'e\u0301\u200d\ufe0f',
  'JSON in JSON': '{"text":"\\u0000\\\\"}',
  'only line breaks': '\n\n\n',
  'much of it': '\n\nevent: done\n\u{1F600}'.repeat(5_000),
};

let engine: TestEngine;
afterEach(() => engine.stop());
afterAll(removeTemporaryDirs);

for (const [name, said] of Object.entries(nasty))
  verifies(
    'streams.nasty-text',
    `${name}: one event, the same from stream, replay and messages`,
    async () => {
      const input = { path: 'a.md', content: said };
      const model = new ScriptedModel([
        [thinking(said), text(said), toolCalls({ name: 'write_file', input })],
        [text(`: ${said}`)],
      ]);
      engine = await startTestEngine({ model });
      const session = await newSession(engine);

      const stream = await startRun(engine, session.id, `task: ${said}`);
      const events = await allOf(stream);
      expect(typesOf(events)).toEqual([
        'thinking',
        'text',
        'tool_call',
        'turn_end',
        'tool_result',
        'text',
        'turn_end',
        'changeset_ready',
        'done',
      ]);
      expect(events[0]?.data).toEqual({ summary: said });
      expect(events[1]?.data).toEqual({ text: said });
      expect(events[2]?.data).toMatchObject({ input: { content: said } });
      expect(events.at(-1)?.data).toMatchObject({ text: `: ${said}` });

      expect(await allOf(replay(engine, stream.runId))).toEqual(events);
      const { messages } = await engine.client['threads.messages']({ params: { id: session.threadId } });
      expect(messages[0]?.content).toEqual([{ type: 'text', text: `task: ${said}`.toWellFormed() }]);
      expect(messages[1]?.content.slice(0, 1)).toEqual([{ type: 'text', text: said }]);
      expect(messages.at(-1)?.content).toEqual([{ type: 'text', text: `: ${said}` }]);
      expect(engine.log.events('error')).toEqual([]);
    },
  );
