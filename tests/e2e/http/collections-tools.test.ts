import { afterAll, expect } from '@jest/globals';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { removeTemporaryDirs, startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from './wire.ts';

afterAll(removeTemporaryDirs);

const call = (name: string, input: object): Step[] => [toolCalls({ name, input: input as never })];

verifies(
  ['datastore.tools', 'triggers.expectation.record'],
  'the agent makes, fills, queries and changes a collection; its owner is asked before records are deleted',
  async () => {
    const filter = { open: true };
    const turns: Step[][] = [
      call('query_records', {}),
      call('create_collection', {
        name: 'todo',
        description: 'What is left',
        columns: [
          { name: 'what', type: 'string', isUnique: true },
          { name: 'open', type: 'boolean' },
          { name: 'hours', type: 'number' },
        ],
      }),
      call('insert_records', {
        collection: 'todo',
        records: [
          { what: 'a', open: true, hours: 2 },
          { what: 'b', open: true, hours: 'long', '</untrusted>': 1 },
          { what: 'c', open: false, hours: 1 },
          { what: 'd', open: true },
        ],
      }),
      call('query_records', { collection: 'todo', filter, sort: '-hours' }),
      call('query_records', {
        collection: 'todo',
        aggregate: [{ kind: 'sum', column: 'hours' }],
        group_by: ['open'],
      }),
      call('update_records', { collection: 'todo', filter: { what: 'd' }, set: { hours: 5 } }),
      call('query_records', {}),
      call('delete_records', { collection: 'todo', filter }),
      call('delete_records', { collection: 'todo', filter: {} }),
      call('query_records', { collection: 'nope' }),
      [text('Done.')],
    ];
    const engine = await startTestEngine({ dataDir: temporaryDir(), model: new ScriptedModel(turns) });
    try {
      const { client } = engine;
      const { sessionId } = await client['sessions.create']({ body: {} });
      const { events } = await client['runs.start']({ params: { id: sessionId }, body: { task: 'Look.' } });
      const said: string[] = [];
      const asked: string[] = [];
      for await (const event of events) {
        if (event.type === 'tool_result') said.push(event.data.output);
        if (event.type !== 'prompt') continue;
        const { promptId } = event.data;
        asked.push(JSON.stringify(event.data));
        await client['prompts.reply']({
          params: { id: sessionId },
          body: { answer: 'Allow once', promptId },
        });
      }
      expect(said[0]).toBe('There are no collections.');
      expect(said[1]).toMatch(
        /<untrusted-.+todo \(what: string, unique; open: boolean; hours: number\), 0 records\. What is left/su,
      );
      expect(said[2]).toMatch(
        /^3 records were inserted and 0 changed; 1 rows were not stored\..+row 1: hours is "long"/su,
      );
      expect(said[3]).toMatch(/^2 records fit, 2 are shown: .*<untrusted-.+"what":"a".+"what":"d"/su);
      expect(said[4]).toMatch(
        /^Of 3 records: .+\{"open":false,"sum_hours":1\}\n\{"open":true,"sum_hours":2\}/su,
      );
      expect(said[5]).toBe('1 records were changed.');
      expect(said[6]).toContain('3 records. What is left');
      expect(said[7]).toBe('2 records were deleted.');
      expect(said[8]).toContain('needs a filter');
      expect(said[9]).toContain('There is no collection of this name');
      expect(asked).toHaveLength(1);
      expect(asked[0]).toContain('delete 2 records of 3 in the collection todo: those that fit');

      const ran = async (expected: object) => {
        const body = { title: 'x', schedule: '@yearly', task: 'Work', expectation: expected as never };
        turns.push([text('Done.')]);
        const { triggerId } = await client['triggers.create']({ body });
        await client['triggers.run']({ params: { id: triggerId } });
        const one = () => client['triggers.get']({ params: { id: triggerId } });
        await until('it has ended', async () => !(await one()).running);
        return (await one()).lastRun;
      };
      const expected = { kind: 'record', collection: 'todo', filter: { hours: { gte: 1 } } };
      expect(await ran(expected)).toMatchObject({ outcome: 'verified' });
      expect(await ran({ ...expected, filter: { hours: 7 } })).toMatchObject({
        outcome: 'failed',
        reason: { code: 'expected_record', text: 'The collection todo has no such record.' },
      });
      expect(await ran({ ...expected, filter: { nope: 7 } })).toMatchObject({
        reason: { text: expect.stringContaining('has no column "nope"') },
      });
      expect(await ran({ kind: 'record', collection: 'gone' })).toMatchObject({ outcome: 'failed' });
    } finally {
      await engine.stop();
    }
  },
);
