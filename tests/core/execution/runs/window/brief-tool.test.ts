import { expect, test } from '@jest/globals';
import { AjvValidator } from '../../../../../src/adapters/out/system/ajv-validator.ts';
import { agentTools } from '../../../../../src/contract/agent/tools.ts';
import type { Tool } from '../../../../../src/core/execution/runs/port.ts';
import { briefTool } from '../../../../../src/core/execution/runs/window/brief-tool.ts';
import { offered, sizeOf } from '../../../../../src/core/execution/runs/window/offer.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const done = async () => ({ output: '', success: true });
const briefSchema = (schema: object) => briefTool(aTool('one', done, schema)).inputSchema;
const tools = agentTools.map(({ name, summary, family, input }): Tool => ({
  ...aTool(name, done, input),
  description: summary,
  family,
}));

interface Fields {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

verifies(
  'tools.offer',
  'a brief tool keeps its fields, what is required and the values that are allowed',
  () => {
    const validator = new AjvValidator();
    for (const tool of tools) {
      const brief = briefTool(tool);
      const [before, after] = [tool.inputSchema as Fields, brief.inputSchema as Fields];
      expect(Object.keys(after.properties ?? {})).toEqual(Object.keys(before.properties ?? {}));
      expect(after.required).toEqual(before.required);
      for (const [name, field] of Object.entries(before.properties ?? {}))
        if ('enum' in field) expect(after.properties?.[name]?.['enum']).toEqual(field['enum']);
      expect(sizeOf([brief])).toBeLessThanOrEqual(sizeOf([tool]));
      expect(() => validator.check(brief.inputSchema, {})).not.toThrow();
      expect(briefTool(tool)).toBe(brief);
    }
  },
);

test('what a field means is cut to its first clause, but not how its value is written', () => {
  const field = (schema: object) =>
    (briefSchema({ type: 'object', properties: { one: schema } }) as Fields).properties?.['one'];
  expect(field({ type: 'string', description: 'A path; by default the root' })).toEqual({
    type: 'string',
    description: 'A path',
  });
  expect(field({ type: 'string', minLength: 1, description: 'When: "every 30m"; or once' })).toEqual({
    type: 'string',
    description: 'When: "every 30m"; or once',
  });
  expect(field({ enum: ['a', 'b'], description: 'a: one; b: another' })).toEqual({ enum: ['a', 'b'] });
  expect(field({ type: 'integer', minimum: 5, default: 6, description: 'How many' })).toEqual({
    type: 'integer',
    minimum: 5,
  });
  expect(field({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqual({ type: ['string', 'null'] });
  const shape = (kind: string) => ({ type: 'object', properties: { kind: { const: kind } } });
  expect(field({ anyOf: [shape('a'), shape('b')], description: 'Either' })).toEqual({
    type: 'object',
    description: 'Either',
  });
  // What it does not know stays, and a field may have the name of a keyword.
  const foreign = {
    type: 'object',
    $defs: { pattern: { type: 'string' } },
    properties: {
      pattern: { enum: [{ maxLength: 1 }] },
      title: { $ref: '#/$defs/pattern' },
      default: { oneOf: [{ type: 'string' }] },
    },
    required: ['title'],
    allOf: [{ required: ['default'] }],
    constructor: 'unknown',
  };
  expect(briefSchema(foreign)).toEqual(foreign);
  expect(
    briefTool({ ...aTool('one', done), description: 'Does it, e.g. v1.2. Then more.' }).description,
  ).toBe('Does it, e.g. v1.2.');
});

verifies('tools.offer', 'tools are shown briefly only where they do not fit in full, the core last', () => {
  const words = 'First. And more. '.repeat(200);
  const all: readonly Tool[] = [
    { ...aTool('read_file', done), family: 'core', description: words },
    { ...aTool('create_task', done), family: 'tasks', description: words },
    { ...aTool('list_tasks', done), family: 'tasks', description: words },
  ];
  const [core, first, second] = all;
  const turns = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'a task' }] }];
  const shown = (room: number) => offered({ tools: all, room, turns, asked: [] }).tools;
  const brief = all.map(briefTool);
  expect(shown(sizeOf(all))).toEqual(all);
  expect(shown(sizeOf(all) - 1)).toEqual([core, brief[1], brief[2]]);
  expect(shown(sizeOf([core!, ...brief.slice(1)]) - 1)).toEqual(brief);
  // What would not fit briefly either is not shortened for nothing.
  expect(shown(sizeOf([first!]) - 1)).toEqual(brief);
  expect(sizeOf([second!])).toBeGreaterThan(sizeOf(brief));
});

verifies(
  'tools.offer',
  'a call with wrong input learns in full what the fields that are wrong take',
  async () => {
    const schema = {
      type: 'object',
      properties: {
        when: { type: 'string', pattern: '^at ', description: 'A time; as in "at nine"' },
        other: { type: 'string', description: 'Not wrong' },
        huge: { type: 'integer', description: 'x'.repeat(3_000) },
      },
      required: ['when'],
      additionalProperties: false,
    };
    const core = coreOver({
      tools: [aTool('plan', done, schema)],
      turns: [
        [toolCalls({ name: 'plan', input: { other: 'fine', huge: 'no', unknown: 1 } })],
        [toolCalls({ name: 'plan', input: { when: 'nine' } })],
        [text('done')],
      ],
    });
    await core.eventsOf(await core.start(await core.newSession()));
    const outputs = (core.model.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? [block.output] : [])),
    );
    expect(outputs).toHaveLength(2);
    for (const output of outputs) {
      expect(output).toContain(JSON.stringify(schema.properties.when));
      expect(output).not.toContain('Not wrong');
      expect(output.length).toBeLessThan(2_500);
    }
  },
);
