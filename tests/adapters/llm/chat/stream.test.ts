import { inEnglish } from '../../../../src/contract/words/english.ts';
import { describe, expect } from '@jest/globals';
import { endings } from '../../../fixtures/chat/ends.ts';
import { texts } from '../../../fixtures/chat/texts.ts';
import { thoughts } from '../../../fixtures/chat/thoughts.ts';
import { toolCalls } from '../../../fixtures/chat/tool-calls.ts';
import { vendors } from '../../../fixtures/chat/vendors.ts';
import { verifies } from '../../../spec/verifies.ts';
import { bytesOf, chatReader, readingOf } from '../reading.ts';

describe.each([
  ['texts', texts],
  ['tool calls', toolCalls],
  ['ends', endings],
  ['vendors', vendors],
  ['thoughts', thoughts],
])('Chat Completions stream: %s', (_what, fixtures) => {
  for (const fixture of fixtures)
    verifies('models.stream.quirks', fixture.name, async () => {
      const { text, thinking, end } = await readingOf(chatReader(), bytesOf(fixture.wire));
      expect({ text, thinking, stop: end.stop }).toEqual({
        text: fixture.text ?? '',
        thinking: fixture.thinking ?? '',
        stop: fixture.stop,
      });
      if (fixture.usage) expect(end.usage).toMatchObject(fixture.usage);
      if (end.stop === 'failed') {
        expect({ retryable: end.retryable, code: end.code }).toEqual({
          retryable: fixture.retryable,
          code: 'provider_error',
        });
        expect(inEnglish(end.says)).toMatch(fixture.error ?? /never/);
      }
      const calls = end.stop === 'tool_use' ? end.toolCalls : [];
      expect(
        calls.map(({ name, input, problem }) => ({ name, input, problem: problem !== undefined })),
      ).toEqual(
        (fixture.calls ?? []).map(({ name, input, problem }) => ({ name, input, problem: problem === true })),
      );
      for (const [index, { id }] of (fixture.calls ?? []).entries())
        if (id !== undefined) expect(calls[index]?.toolCallId).toBe(id);
      expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(calls.length);
      const kept = fixture.kept && [{ type: 'thinking', model: 'model-1', ...fixture.kept }];
      expect('thinking' in end ? end.thinking : undefined).toEqual(kept);
    });
});
