import { told } from '../told.ts';
import { expect, it } from '@jest/globals';
import { bytesOf, messagesReader, readingOf } from '../reading.ts';
import { samples } from './recorded-style.ts';

it.each(samples.map((sample) => [sample.name, sample] as const))('%s', async (_name, sample) => {
  const { text, thinking, end } = await readingOf(messagesReader(), bytesOf(sample.body));
  expect({ text, thinking }).toEqual({ text: sample.text ?? '', thinking: sample.thinking ?? '' });
  const { error, ...rest } = sample.end;
  expect(end).toMatchObject({ type: 'end', ...rest });
  // Exact comparison: a call with a problem is another call.
  for (const exact of ['toolCalls', 'thinking', 'parts'])
    expect((end as Readonly<Record<string, unknown>>)[exact]).toEqual(sample.end[exact]);
  if (typeof error === 'string') expect(told(end)).toHaveProperty('error', expect.stringContaining(error));
  if (end.stop === 'tool_use')
    expect(new Set(end.toolCalls.map(({ toolCallId }) => toolCallId)).size).toBe(end.toolCalls.length);
});
