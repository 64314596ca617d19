import { expect, test } from '@jest/globals';
import { agentTools } from '../../../src/contract/agent/tools.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { newSession, startRun } from './runs.ts';
import { ask } from './wire.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many routes
type Send = (method: string, target: string, body?: object) => Promise<any>;

interface Asked {
  /** The call that its owner is asked about. */
  readonly input: JsonObject;
  /** What others do while the question waits; without it the same call is carried out. */
  readonly meanwhile: () => Promise<unknown>;
  /** What the call would change. */
  readonly state: () => Promise<unknown>;
}

const PROFILE = {
  name: 'Shop',
  description: 'Sells',
  base_url: 'https://shop.example',
  auth: { type: 'bearer', instructions: 'It asks for none.' },
  endpoints: [{ method: 'GET', path: '/items', description: 'All' }],
  guidelines: ['Ask first'],
  avoid: ['Orders'],
};

const rows = async (send: Send): Promise<Asked> => {
  await send('POST', '/datastore/collections', {
    name: 'things',
    columns: [
      { name: 'a', type: 'string' },
      { name: 'state', type: 'string' },
    ],
  });
  const records = Array.from({ length: 50 }, (_, at) => ({ a: `x${at}`, state: at === 0 ? 'old' : 'new' }));
  await send('POST', '/datastore/things/records', { records });
  return {
    input: { collection: 'things', filter: { state: 'old' } },
    meanwhile: async () => {
      await send('PATCH', '/datastore/things/records', { filter: { state: 'new' }, set: { state: 'old' } });
      await send('POST', '/datastore/things/records', { records: [{ a: 'more', state: 'old' }] });
    },
    state: async () => (await send('GET', '/datastore/collections')).collections[0].recordCount >= 50,
  };
};

const trigger = async (send: Send) => {
  const made = await send('POST', '/triggers', { title: 'Daily', schedule: '@daily', task: 'Look' });
  const id: string = made.triggerId;
  return {
    id,
    meanwhile: () => send('PATCH', `/triggers/${id}`, { task: 'Pay' }),
    state: async () => (await send('GET', `/triggers/${id}`)).title,
  };
};

const profile = async (send: Send) => {
  await send('PUT', '/api-profiles/shop', PROFILE);
  return {
    meanwhile: () => send('PUT', '/api-profiles/shop', { ...PROFILE, base_url: 'https://other.example' }),
    state: async () => (await send('GET', '/api-profiles/shop')).name,
  };
};

/** Where what is asked about can become another while the question waits. */
const CASES: readonly (readonly [string, (send: Send) => Promise<Asked>])[] = [
  ['delete_records', rows],
  [
    'delete_records',
    async (send) => ({
      ...(await rows(send)),
      // As many as before, and another one.
      meanwhile: async () => {
        await send('PATCH', '/datastore/things/records', { filter: { a: 'x0' }, set: { state: 'new' } });
        await send('PATCH', '/datastore/things/records', { filter: { a: 'x1' }, set: { state: 'old' } });
      },
    }),
  ],
  [
    'merge_entries',
    async (send) => {
      const add = async (name: string): Promise<string> =>
        (await send('POST', '/kg/entities', { kind: 'person', name })).entityId;
      const [merged, kept, other] = [await add('Ann One'), await add('Ann Two'), await add('Bob Three')];
      return {
        input: { merged, kept },
        meanwhile: () => send('POST', '/kg/relations', { from: merged, kind: 'knows', to: other }),
        state: async () => (await send('GET', `/kg/entities/${merged}`)).entityId,
      };
    },
  ],
  [
    'update_trigger',
    async (send) => {
      const { id, ...rest } = await trigger(send);
      return { input: { trigger_id: id, title: 'Weekly' }, ...rest };
    },
  ],
  [
    'delete_trigger',
    async (send) => {
      const { id, ...rest } = await trigger(send);
      return { input: { trigger_id: id }, ...rest };
    },
  ],
  [
    'delete_trigger',
    async (send) => {
      const { id, state } = await trigger(send);
      const meanwhile = () => send('PATCH', `/triggers/${id}`, { schedule: '@hourly' });
      return { input: { trigger_id: id }, meanwhile, state };
    },
  ],
  ['api_setup', async (send) => ({ input: { action: 'delete', id: 'shop' }, ...(await profile(send)) })],
  [
    'api_setup',
    async (send) => ({
      input: { action: 'update', id: 'shop', profile: { name: 'Store' } },
      ...(await profile(send)),
    }),
  ],
];

/**
 * Why a yes to the others stays what it was. By their input alone: nothing else is in the question or is needed for it.
 * The secrets that an API's profile adds to a request, and the title of a task, are facts of the question. A saved workflow never changes, and another one has another id.
 */
const HOLD: Readonly<Record<string, 'input' | 'facts' | 'workflows' | 'cloud'>> = {
  complete_task: 'facts',
  create_task: 'input',
  create_trigger: 'workflows',
  delete_file: 'input',
  docs_write: 'cloud',
  drive_read: 'input',
  drive_write: 'cloud',
  edit_file: 'input',
  http_request: 'facts',
  read_page: 'input',
  rename_file: 'input',
  run_workflow: 'workflows',
  save_workflow: 'input',
  sheets_write: 'cloud',
  update_task: 'facts',
  write_file: 'input',
};

test('every question that depends on a call has its case, or why it needs none', () => {
  const depending = agentTools.filter(({ consent }) => typeof consent === 'function').map(({ name }) => name);
  expect([...new Set([...CASES.map(([name]) => name), ...Object.keys(HOLD)])].toSorted()).toEqual(
    depending.toSorted(),
  );
});

verifies(
  'security.consent.outdated',
  'a yes is good for what its owner was shown: if that has changed since, nothing is done',
  async () => {
    for (const [name, prepare] of CASES)
      for (const changes of [true, false]) {
        const turns: Step[][] = [];
        const engine = await startTestEngine({ dataDir: temporaryDir(), model: new ScriptedModel(turns) });
        try {
          const send: Send = async (method, target, body) => {
            const reply = await ask(engine.port ?? 0, {
              method,
              target: `/api${target}`,
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            });
            expect([method, target, reply.status, reply.status < 300 ? '' : reply.body]).toEqual([
              method,
              target,
              reply.status,
              '',
            ]);
            return reply.json();
          };
          const { input, meanwhile, state } = await prepare(send);
          turns.push([toolCalls({ name, input })], [text('Done.')]);
          const before = await state();
          const session = await newSession(engine);
          const done: boolean[] = [];
          let asked = 0;
          for await (const event of (await startRun(engine, session.id, `Use ${name}`)).events) {
            if (event.type === 'tool_result') done.push(event.data.success);
            if (event.type !== 'prompt') continue;
            asked += 1;
            if (changes) await meanwhile();
            await engine.client['prompts.reply']({
              params: { id: session.id },
              body: { answer: 'consent.once', promptId: event.data.promptId },
            });
          }
          expect([name, input, asked, done]).toEqual([name, input, 1, [!changes]]);
          if (changes) expect([name, await state()]).toEqual([name, before]);
        } finally {
          await engine.stop();
        }
      }
  },
);
