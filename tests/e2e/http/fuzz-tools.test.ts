import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, jest } from '@jest/globals';
import fc from 'fast-check';
import { agentTools } from '../../../src/contract/agent/tools.ts';
import type { AnyToolRow } from '../../../src/contract/row.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import type { Model, ModelEvent } from '../../../src/core/ports/model.ts';
import { asksFor, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { casesOf, fuzzing } from './fuzzing.ts';
import { extraKey, hostileValue, nastyText } from './hostile.ts';
import { type Event, newSession, resultsIn, startRun } from './runs.ts';
import { ask } from './wire.ts';

/** The number of calls in one answer of the model. */
const AT_ONCE = 10;
/** One draw in ten of the costliest tool has no hostile case. */
const MOST_DRAWS = 20;
const { numRuns, seed } = fuzzing();

jest.setTimeout(60_000 + numRuns * 300);

/** The steps of the next run; each test sets them. */
let script = new ScriptedModel();
const model: Model = {
  id: 'fuzz',
  provider: 'scripted',
  contextWindow: 10_000_000,
  outputLimit: 1_000,
  price: script.price,
  stream: (request, signal): AsyncIterable<ModelEvent> => script.stream(request, signal),
};

let engine: TestEngine;
let root: string;
beforeEach(async () => {
  const outside = temporaryDir();
  root = join(outside, 'workspace');
  mkdirSync(root);
  writeFileSync(join(outside, 'canary.txt'), 'CANARY');
  writeFileSync(join(root, 'a.md'), 'fitting\nCANARY is not here\n');
  engine = await startTestEngine({ model, env: { SVC_WORKSPACE: root } });
});

interface PropertySchema {
  readonly type?: string;
  readonly anyOf?: readonly unknown[];
  readonly items?: PropertySchema & ObjectSchema;
}
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, PropertySchema>>;
}

/** A valid value of the required type. */
function fitting(schema: PropertySchema, name: string): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.constantFrom(1, 2, 1e9, Number.MAX_SAFE_INTEGER);
    case 'array':
      return fc.array(schema.items ? fitting(schema.items, name) : nastyText, { maxLength: 3 });
    case 'object':
      return inputFor(schema as ObjectSchema);
    default:
      return name === 'path'
        ? fc.oneof(fc.constantFrom('a.md', 'new/b.md', '../canary.txt', '.', 'a.md/b'), nastyText)
        : fc.oneof(
            { weight: 20, arbitrary: fc.constantFrom('fitting', 'knowledge') },
            { weight: 20, arbitrary: nastyText },
            { weight: 1, arbitrary: fc.constant('x'.repeat(300_000)) },
          );
  }
}

/** Nested almost as deep as is accepted, and much larger than needed. */
const large = fc.constantFrom<() => JsonObject>(
  () => JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as JsonObject,
  () => ({ ['k'.repeat(300_000)]: 1 }),
  () => Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index])),
);

/** Arguments of which every part may be invalid in its own way. */
function inputFor({ properties = {} }: ObjectSchema): fc.Arbitrary<JsonObject> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.oneof(
      { weight: 5, arbitrary: fitting(schema, name).map((value) => [name, value] as const) },
      { weight: 2, arbitrary: hostileValue.map((value) => [name, value] as const) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  );
  const extra = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(extraKey, hostileValue), { maxLength: 2 }) },
  );
  const object = fc
    .tuple(fc.tuple(...fields), extra)
    // Parsed as a wire does: `__proto__` is an ordinary key, and values that JSON lacks do not occur.
    .map(([known, more]) => {
      const members = [...known.filter((field) => field !== null), ...more].map(
        ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`,
      );
      return JSON.parse(`{${members.join()}}`) as JsonObject;
    });
  return fc.oneof({ weight: 40, arbitrary: object }, { weight: 1, arbitrary: large.map((make) => make()) });
}

function answerTo({ questions, options }: Extract<Event, { type: 'prompt' }>['data']): string {
  const answers = questions?.map((one, index) => [index, one.options[0] ?? 'yes']);
  return answers ? JSON.stringify(Object.fromEntries(answers)) : (options[0] ?? 'yes');
}

/** One run in which the model makes these calls; questions are answered. */
async function runWith(name: string, inputs: readonly JsonObject[]) {
  script = new ScriptedModel([
    [asksFor(inputs.map((input, index) => ({ name, input, id: `call-${index}` })))],
    [text('Done.')],
  ]);
  const session = await newSession(engine);
  const stream = await startRun(engine, session.id, 'go');
  const events: Event[] = [];
  for await (const event of stream.events) {
    events.push(event);
    // Sometimes the name is valid.
    if (event.type === 'secret_prompt')
      await engine.client['prompts.secret-saved']({
        params: { id: session.id },
        body: { saved: false, promptId: event.data.promptId },
      });
    if (event.type === 'prompt')
      await engine.client['prompts.reply']({
        params: { id: session.id },
        body: { answer: answerTo(event.data), promptId: event.data.promptId },
      });
  }
  return { events, threadId: session.threadId, runId: stream.runId ?? '' };
}

for (const { name, input } of agentTools as readonly AnyToolRow[])
  verifies(
    'security.fuzz.tools',
    `${name}: hostile arguments give a failed result with a message, never a fault`,
    async () => {
      const inputs = fc.array(inputFor(input), { minLength: AT_ONCE, maxLength: AT_ONCE });
      const seen = new Set<boolean>();
      const each = fc.asyncProperty(inputs, async (given) => {
        const logged = engine.log.lines.length;
        const { events, threadId, runId } = await runWith(name, given);
        const results = resultsIn(events);
        expect([results.length, events.at(-1)?.type]).toEqual([given.length, 'done']);
        for (const { output, success } of results) {
          seen.add(success);
          expect(output.trim()).not.toBe('');
          expect(output).not.toMatch(/with an internal error|\bat [\w.]+ \(|SQLITE|node_modules/u);
        }
        expect(engine.log.lines.slice(logged).filter(({ level }) => level === 'error')).toEqual([]);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        for (const target of [
          `/api/threads/${threadId}/messages`,
          `/api/threads/${threadId}/debug-export`,
          `/api/history/runs/${runId}/tool-calls`,
        ])
          expect([target, (await ask(engine.port, { target })).status]).toEqual([target, 200]);
      });
      const runs = Math.ceil(casesOf(name, numRuns) / AT_ONCE);
      // A few cases may all be valid by chance: then others are drawn, until something hostile was tried.
      for (let drawn = 0; !seen.has(false) && drawn < MOST_DRAWS; drawn += 1)
        await fc.assert(each, { numRuns: runs, seed: seed + drawn });
      expect(readFileSync(join(root, '../canary.txt'), 'utf8')).toBe('CANARY');
      expect(readdirSync(join(root, '..')).toSorted()).toEqual(['canary.txt', 'workspace']);
      expect(seen).toContain(false);
    },
  );
