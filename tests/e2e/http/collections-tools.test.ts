import { expect } from '@jest/globals';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from './wire.ts';

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
      const failed: number[] = [];
      const asked: string[] = [];
      for await (const event of events) {
        if (event.type === 'tool_result') {
          if (!event.data.success) failed.push(said.length);
          said.push(event.data.output);
        }
        if (event.type !== 'prompt') continue;
        const { promptId } = event.data;
        asked.push(JSON.stringify(event.data));
        await client['prompts.reply']({
          params: { id: sessionId },
          body: { answer: 'consent.once', promptId },
        });
      }
      expect(said[0]).not.toContain('<untrusted-');
      expect(said[1]).toMatch(/<untrusted-.+todo .+What is left/su);
      expect(said[2]).toMatch(/^3 .+long/su);
      expect(said[3]).toMatch(/^2 .*<untrusted-.+"what":"a".+"what":"d"/su);
      expect(said[4]).toMatch(/\{"open":false,"sum_hours":1\}\n\{"open":true,"sum_hours":2\}/u);
      expect([said[5], said[7]].map((told) => Number.parseInt(told ?? '', 10))).toEqual([1, 2]);
      expect(said[6]).toMatch(/3 .*What is left/u);
      expect(failed).toEqual([8, 9]);
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatch(/2 .*3 .*todo/u);

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
        reason: { code: 'expected_record' },
      });
      expect(await ran({ ...expected, filter: { nope: 7 } })).toMatchObject({
        reason: { text: expect.stringContaining('"nope"') },
      });
      expect(await ran({ kind: 'record', collection: 'gone' })).toMatchObject({ outcome: 'failed' });
    } finally {
      await engine.stop();
    }
  },
);
