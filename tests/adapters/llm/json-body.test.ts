import { expect, test } from '@jest/globals';
import { jsonBody, toolsBy } from '../../../src/adapters/out/llm/wire/json-body.ts';
import type { ToolDefinition } from '../../../src/core/ports/model.ts';

const tool = (name: string): ToolDefinition => ({ name, description: `Größe → ${name}`, inputSchema: {} });
const text = (body: Uint8Array): string => Buffer.from(body).toString('utf8');

test('a body is the JSON of its fields, its tools first', () => {
  const tools = [tool('one'), tool('two')];
  const body = { model: 'm', messages: [{ role: 'user', content: 'é' }], tools, stream: true };
  expect(JSON.parse(text(jsonBody(body)))).toEqual(body);
  expect(text(jsonBody(body))).toMatch(/^\{"tools":\[\{"name":"one"/u);
  const { messages, stream } = body;
  expect(text(jsonBody({ ...body, model: 'other' }))).toBe(
    JSON.stringify({ tools, model: 'other', messages, stream }),
  );
});

test('a body without tools, and with none', () => {
  expect(text(jsonBody({ model: 'm' }))).toBe('{"model":"m"}');
  expect(text(jsonBody({ tools: [], model: 'm' }))).toBe('{"tools":[],"model":"m"}');
});

test('each list of tools is sent as it is, whichever was sent before', () => {
  const one = [tool('one')];
  const two = [tool('two')];
  const sent = (tools: readonly ToolDefinition[]) =>
    JSON.parse(text(jsonBody({ model: 'm', tools }))) as { tools: unknown };
  for (const tools of [one, two, one]) expect(sent(tools).tools).toEqual(tools);
});

test('a list is converted once, and another one by its own tools', () => {
  const names = toolsBy(({ name }) => name);
  const one = [tool('one')];
  expect(names(one)).toEqual(['one']);
  expect(names(one)).toBe(names(one));
  expect(names([tool('two')])).toEqual(['two']);
});
