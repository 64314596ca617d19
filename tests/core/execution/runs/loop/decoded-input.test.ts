import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { AjvValidator } from '../../../../../src/adapters/out/system/ajv-validator.ts';
import { say } from '../../../../../src/core/kernel/value-says.ts';
import { decodedInput } from '../../../../../src/core/execution/runs/loop/decoded-input.ts';
import type { ConsentDemand } from '../../../../../src/core/ports/tools.ts';
import type { Tool } from '../../../../../src/core/execution/runs/port.ts';
import type { JsonObject } from '../../../../../src/core/kernel/json.ts';
import { toolLimits } from '../../../../../src/core/kernel/limits.ts';
import { sentence } from '../../../../doubles/sentences.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver, runOnce } from '../../../../harness/core.ts';
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
    short: { type: 'string', minLength: 1 },
    words: { type: 'array', items: { type: 'string', maxLength: 20 } },
  },
  additionalProperties: false,
};

verifies(
  'runs.decoded-input',
  'what is JSON in a text is read where the schema wants it, and only then',
  () => {
    const validator = new AjvValidator();
    const read = (input: JsonObject) =>
      decodedInput(input, (each) => validator.check(schema, each), Object.keys(schema.properties));
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
      [
        { short: '', said: '', is: true },
        { said: '', is: true },
      ],
      [{ list: { n: 1 } }, { list: [{ n: 1 }] }],
      [{ list: '{"n":"1"}' }, { list: [{ n: 1 }] }],
      [{ words: 'one' }, { words: ['one'] }],
      [{ is: 'True' }, { is: true }],
      [{ arguments: { is: 'true' } }, { is: true }],
      [{ input: '{"is":true}' }, { is: true }],
      // What cannot be mended leaves the rest as it is wanted.
      [
        { 'a/b~': '2', is: 'maybe', short: '', list: { n: 1 }, words: 'a, b' },
        { 'a/b~': 2, is: 'maybe', list: [{ n: 1 }], words: 'a, b' },
      ],
      [
        { list: '[{"n":1}]', more: 1 },
        { list: [{ n: 1 }], more: 1 },
      ],
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
      { words: 'a, b' },
      { words: '["a",,]' },
      { arguments: { is: 'maybe' } },
      { arguments: { is: true }, more: 1 },
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
  const { events, ...core } = await runOnce({
    tools: [look],
    turns: [[toolCalls({ name: 'look', input: { list: '[1]' } })], [text('Done.')]],
  });
  expect(got).toEqual([{ list: [1] }]);
  expect(events.find(({ type }) => type === 'tool_call')?.data).toMatchObject({ input: { list: [1] } });
  expect(JSON.stringify(core.model.requests[1]?.messages)).toContain('"list":[1]');
});

verifies('runs.decoded-input', 'the question for consent shows what will be carried out', async () => {
  const got: unknown[] = [];
  const inputSchema = {
    type: 'object',
    properties: { to: { type: 'array', items: { type: 'string' } }, note: { type: 'string', minLength: 1 } },
    required: ['to'],
    additionalProperties: false,
  };
  const send: Tool = {
    ...aTool('send', async (input) => ({ output: String(got.push(input)), success: true }), inputSchema),
    consent: (input): ConsentDemand => ({
      class: 'send_outside',
      to: 'a.example',
      says: sentence(`Send ${JSON.stringify(input)}.`),
    }),
  };
  const input = { arguments: { to: 'ann', note: '' } };
  const core = coreOver({
    tools: [send],
    turns: [[toolCalls({ name: 'functions.send', input })], [text('Done.')]],
  });
  const session = await core.newSession();
  const id = await core.start(session);
  await core.clock.advance(0);
  const asked = (await core.prompts.pending(EVERYONE, session.sessionId))?.prompt;
  expect(asked?.questions[0]?.question).toContain('{"to":["ann"]}');
  const promptId = asked?.promptId ?? null;
  await core.prompts.reply(EVERYONE, session.sessionId, { promptId, answer: 'yes' });
  await core.eventsOf(id);
  expect(got).toEqual([{ to: ['ann'] }]);
  expect(JSON.stringify(core.model.requests[1]?.messages)).toContain('"to":["ann"]');
});

test('very many wrong fields are not looked at one by one', () => {
  let looks = 0;
  const violationsOf = (input: JsonObject) => {
    looks += 1;
    return Object.keys(input).map((name) => ({ path: `/${name}`, says: say('wrong.unknown') }));
  };
  const input = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`x${nth}`, null]));
  expect(decodedInput(input, violationsOf)).toBe(input);
  expect(looks).toBe(1);
});

test('a long list is copied once in a round, however many of it are wrong', () => {
  const violationsOf = ({ list }: JsonObject) =>
    (list as readonly unknown[]).flatMap((one, at) =>
      typeof one === 'string' ? { path: `/list/${at}`, says: say('wrong.invalid') } : [],
    );
  const readsOf = (wrong: number): number => {
    let reads = 0;
    const list = new Proxy(
      Array.from({ length: 10_000 }, (_, at) => (at < wrong ? String(at) : at)),
      {
        get: (entries, name, itself) => {
          reads += 1;
          return Reflect.get(entries, name, itself) as unknown;
        },
      },
    );
    const read = decodedInput({ list }, violationsOf)['list'] as readonly unknown[];
    expect(read.every((one) => typeof one === 'number')).toBe(true);
    return reads;
  };
  expect(readsOf(390)).toBeLessThan(2 * readsOf(1));
});
