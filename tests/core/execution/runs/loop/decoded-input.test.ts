import { expect } from '@jest/globals';
import { AjvValidator } from '../../../../../src/adapters/out/system/ajv-validator.ts';
import { decodedInput } from '../../../../../src/core/execution/runs/loop/decoded-input.ts';
import type { JsonObject } from '../../../../../src/core/kernel/json.ts';
import { toolLimits } from '../../../../../src/core/kernel/limits.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const item = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
};
const schema = {
  type: 'object',
  properties: {
    list: { type: 'array', items: item },
    is: { type: 'boolean' },
    said: { type: 'string' },
    either: { anyOf: [item, { type: 'null' }] },
    any: {},
    'a/b~': { type: 'number' },
  },
  additionalProperties: false,
};

verifies(
  'runs.decoded-input',
  'what is JSON in a text is read where the schema wants it, and only then',
  () => {
    const validator = new AjvValidator();
    const read = (input: JsonObject) => decodedInput(input, (each) => validator.check(schema, each));
    const cases: readonly [JsonObject, JsonObject][] = [
      [{ list: '[{"n":1}]' }, { list: [{ n: 1 }] }],
      [{ list: ['{"n":"1"}', { n: 2 }] }, { list: [{ n: 1 }, { n: 2 }] }],
      [{ list: '["{\\"n\\":\\"1\\"}"]' }, { list: [{ n: 1 }] }],
      [
        { is: 'true', said: '{"n":1}', any: '[1]' },
        { is: true, said: '{"n":1}', any: '[1]' },
      ],
      [{ either: '{"n":3}' }, { either: { n: 3 } }],
      [{ 'a/b~': '1.5' }, { 'a/b~': 1.5 }],
      [{ said: null, is: true }, { is: true }],
      [
        { either: null, any: null },
        { either: null, any: null },
      ],
      [{ list: '```json\n[{"n":1,},]\n```' }, { list: [{ n: 1 }] }],
      [{ list: '[{"n":1}\n,\n]' }, { list: [{ n: 1 }] }],
    ];
    for (const [input, decoded] of cases) expect(read(input)).toEqual(decoded);
    const deep = `${'['.repeat(toolLimits.inputDepth + 1)}${']'.repeat(toolLimits.inputDepth + 1)}`;
    for (const input of [
      { list: '[{"n":1.5}]' },
      { is: 'maybe' },
      { list: '[{"n":1},,]' },
      { list: '[,]', is: true },
      { list: [{ n: null }] },
      { list: [null] },
      { list: '[{"n":1}]', more: 1 },
      { list: deep },
      { is: '"true"' },
    ])
      expect(read(input)).toBe(input);
  },
);

verifies('runs.decoded-input', 'the tool, the record and the model see what was read', async () => {
  const got: unknown[] = [];
  const inputSchema = { type: 'object', properties: { list: { type: 'array' } }, required: ['list'] };
  const look = aTool(
    'look',
    async (input) => ({ output: String(got.push(input)), success: true }),
    inputSchema,
  );
  const core = coreOver({
    tools: [look],
    turns: [[toolCalls({ name: 'look', input: { list: '[1]' } })], [text('Done.')]],
  });
  const session = await core.newSession();
  const events = await core.eventsOf(await core.start(session));
  expect(got).toEqual([{ list: [1] }]);
  expect(events.find(({ type }) => type === 'tool_call')?.data).toMatchObject({ input: { list: [1] } });
  expect(JSON.stringify(core.model.requests[1]?.messages)).toContain('"list":[1]');
});
