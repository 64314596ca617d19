import { describe, expect, it } from '@jest/globals';
import { samples } from './recorded-style.ts';
import { bytesOf, replay } from './replay.ts';

describe('MessagesReader', () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))('%s', async (_name, sample) => {
    const { text, thinking, end } = await replay(bytesOf(sample.body));
    expect(text).toBe(sample.text ?? '');
    expect(thinking).toBe(sample.thinking ?? '');
    const { error, ...rest } = sample.end;
    expect(end).toMatchObject({ type: 'end', ...rest });
    // Exact comparison: a call with a problem is another call.
    for (const exact of ['toolCalls', 'thinking', 'parts'])
      expect((end as Readonly<Record<string, unknown>>)[exact]).toEqual(sample.end[exact]);
    if (typeof error === 'string') expect(end).toHaveProperty('error', expect.stringContaining(error));
    if (end.stop === 'tool_use')
      expect(new Set(end.toolCalls.map(({ toolCallId }) => toolCallId)).size).toBe(end.toolCalls.length);
  });
});
