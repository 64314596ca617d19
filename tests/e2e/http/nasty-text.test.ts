import { afterAll, beforeAll, expect } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promptLimits } from '../../../src/core/conversation/prompts/limits.ts';
import { fail, ScriptedModel, text, thinking, toolCalls } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { allOf, newSession, startRun, typesOf, upTo } from './runs.ts';
import { readByAll } from './sse-readers.ts';

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
  'a line of a megabyte': `data: ${'x'.repeat(1_000_000)}`,
};

let engine: TestEngine;
let model: ScriptedModel;
const workspace = join(temporaryDir(), 'workspace');
beforeAll(async () => {
  mkdirSync(workspace);
  const open = async () => model;
  engine = await startTestEngine({ dataDir: dirname(workspace), models: { open } });
});
afterAll(() => expect(engine.log.events('error')).toEqual([]));

/** All messages: a page ends at a megabyte. */
async function messagesOf(id: string) {
  const pages = await everyPage((query) => engine.client['threads.messages']({ params: { id }, query }));
  return pages.flatMap(({ messages }) => messages);
}

for (const [name, said] of Object.entries(nasty))
  verifies(
    'streams.nasty-text',
    `${name}: one event, the same from stream, replay and messages`,
    async () => {
      const input = { path: `${name}.md`, content: said };
      model = new ScriptedModel([
        [thinking(said), text(said), toolCalls({ name: 'write_file', input })],
        [text(`: ${said}`)],
      ]);
      model.contextWindow = 10_000_000;
      const session = await newSession(engine);

      const stream = await startRun(engine, session.id, `task: ${said}`.toWellFormed());
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

      for (const [reader, frames] of Object.entries(await readByAll(engine, stream.runId)))
        expect([reader, frames]).toEqual([reader, events]);
      const messages = await messagesOf(session.threadId);
      expect(messages[0]?.content).toEqual([{ type: 'text', text: `task: ${said}`.toWellFormed() }]);
      expect(messages[1]?.content.slice(0, 1)).toEqual([{ type: 'text', text: said }]);
      expect(messages.at(-1)?.content).toEqual([{ type: 'text', text: `: ${said}` }]);
    },
  );

for (const [name, said] of Object.entries(nasty))
  verifies(
    'streams.nasty-text',
    `${name}: one event, also as a question, a tool result and an error`,
    async () => {
      writeFileSync(join(workspace, 'a.md'), said.toWellFormed());
      const question = `Which? ${said}`.slice(0, promptLimits.questionChars);
      model = new ScriptedModel([
        [toolCalls({ name: 'read_file', input: { path: 'a.md' } })],
        [toolCalls({ name: 'ask_user', input: { question } })],
        [fail('provider_error', { error: `It said: ${said}`, retryable: false })],
      ]);
      const session = await newSession(engine);
      const stream = await startRun(engine, session.id, 'go');
      const events = [...(await upTo('prompt', stream))];
      const pending = await engine.client['prompts.pending']({ params: { id: session.id } });
      expect(pending).toMatchObject({ pending: true, question: question.trim().toWellFormed() });
      const answer = said.slice(0, 1_000).toWellFormed().trim() || 'x';
      await engine.client['prompts.reply']({ params: { id: session.id }, body: { answer } });
      const readers = Object.entries(await readByAll(engine, stream.runId));
      for (const [reader, frames] of readers) {
        expect([reader, frames.slice(0, events.length)]).toEqual([reader, events]);
        expect([reader, frames.map(({ type }) => type)]).toEqual([
          reader,
          'tool_call turn_end tool_result tool_call turn_end prompt tool_result error'.split(' '),
        ]);
        expect(frames.at(5)?.data).toMatchObject({ question: question.trim().toWellFormed() });
        expect(frames.at(6)?.data).toMatchObject({ output: expect.stringContaining(answer) });
        expect(frames.at(7)?.data).toMatchObject({ error: `It said: ${said.toWellFormed()}` });
      }
      const told = model.requests[1]?.messages.at(-1)?.content.at(-1);
      expect(events[2]?.data).toMatchObject({ output: told?.type === 'tool_result' ? told.output : null });
    },
  );
