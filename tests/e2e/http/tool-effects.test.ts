import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect } from '@jest/globals';
import { agentTools } from '../../../src/contract/agent/tools.ts';
import type { AnyToolRow } from '../../../src/contract/row.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { runId, toolCallId } from '../../../src/core/kernel/ids.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';

let engine: TestEngine;
let workspace: string;
beforeEach(async () => {
  workspace = temporaryDir();
  engine = await startTestEngine({
    model: new ScriptedModel([[text('ok')]]),
    env: { SVC_WORKSPACE: workspace },
  });
});

/** What a call of the tool is proven by: with this input, carried out again after this was done in between. */
interface Proof {
  readonly input: () => JsonObject | Promise<JsonObject>;
  readonly between?: () => Promise<unknown>;
}

const given = (input: JsonObject): Proof => ({ input: () => input });

const newTrigger = async () =>
  (
    await engine.client['triggers.create']({
      body: { title: 'Daily', schedule: '@daily', task: 'Look' },
    })
  ).triggerId;

const PROOFS: Readonly<Record<string, Proof>> = {
  delete_trigger: { input: async () => ({ trigger_id: await newTrigger() }), between: newTrigger },
  find_contacts: given({ query: 'Ann' }),
  find_deals: given({}),
  find_entities: given({ query: 'Ann' }),
  find_tools: given({ words: 'contacts' }),
  list_artifacts: given({}),
  list_files: given({}),
  list_tasks: given({}),
  list_triggers: given({}),
  list_workflows: given({}),
  query_records: given({ collection: 'bills' }),
  read_artifact: given({ artifact_id: 'none' }),
  read_file: given({ path: 'a.md' }),
  recall: given({ query: 'Ann' }),
  recall_tool_result: given({ toolCallId: 'none' }),
};

/** What these do is elsewhere: they ask a person or another machine, and asking once more changes nothing there. */
const ASK_OUTSIDE: ReadonlySet<string> = new Set([
  'ask_secret',
  'ask_user',
  'docs_read',
  'drive_read',
  'drive_search',
  'http_request',
  'read_page',
  'sheets_read',
  'web_search',
]);

/** All rows of all databases, and all files of the workspace. */
function everything(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ['history.db', 'memory.db', 'engine.db', 'datastore.db', 'vault.db']) {
    const connection = new Database(join(engine.dataDir, name), { readonly: true });
    const tables = connection
      .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
      .pluck()
      .all() as string[];
    for (const table of tables)
      found[`${name} ${table}`] = JSON.stringify(connection.prepare(`SELECT * FROM "${table}"`).all());
    connection.close();
  }
  for (const file of readdirSync(workspace, { recursive: true, withFileTypes: true }))
    if (file.isFile()) found[file.name] = readFileSync(join(file.parentPath, file.name), 'base64');
  return found;
}

const declared: readonly AnyToolRow[] = agentTools.filter(({ effect }) => effect !== 'effect');

verifies(
  'runs.effects.proven',
  'each tool that may be carried out again, with other writes in between',
  async () => {
    const { id, threadId } = await newSession(engine);
    await allOf(startRun(engine, id, 'Say ok'));
    const { services } = engine.engine;
    await engine.client['contacts.add']({ body: { kind: 'person', name: 'Ann Weber' } });
    await services.threadSearch.find(EVERYONE, { text: 'ok', limit: 1, after: null });
    const unproven: string[] = [];
    for (const row of declared) {
      const proof = PROOFS[row.name];
      if (ASK_OUTSIDE.has(row.name)) continue;
      if (!proof) {
        unproven.push(row.name);
        continue;
      }
      const input = await proof.input();
      const call = async () => {
        const io = {
          toolCallId: toolCallId('call'),
          runId: runId('run'),
          threadId,
          sessionId: id,
          agent: null,
          nonce: 'n',
          signal: new AbortController().signal,
          canAsk: false,
          staysAtHost: true,
          waited: () => undefined,
          progressed: () => undefined,
          record: async () => undefined,
          findTools: () => ({ loaded: [], tooLarge: [] }),
        };
        try {
          await row.handle(services, input, io);
        } catch (error) {
          if (!isRefusal(error)) throw error;
        }
      };
      const before = everything();
      await call();
      // What reads changes nothing the first time, either.
      if (row.effect === 'read') expect([row.name, everything()]).toEqual([row.name, before]);
      await proof.between?.();
      const between = everything();
      await call();
      expect([row.name, everything()]).toEqual([row.name, between]);
    }
    expect(unproven).toEqual([]);
  },
);
