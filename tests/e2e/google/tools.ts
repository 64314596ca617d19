import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Scope } from '../../../src/core/outside/cloud-account/model.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { connect, engineAt, startVendor, type Vendor } from '../../harness/google.ts';
import type { TestEngine, TestEngineOptions } from '../../harness/in-process-engine.ts';
import type { DriveFile } from '../../servers/google/drive-tree.ts';
import type { Planted } from '../../servers/google/plants.ts';
import { allAnswered, newSession, startRun } from '../http/runs.ts';

export const READ: readonly Scope[] = [
  'drive.file',
  'drive.readonly',
  'documents.readonly',
  'spreadsheets.readonly',
];
export const FULL: readonly Scope[] = ['drive.file', 'drive', 'documents', 'spreadsheets'];

export interface Outcome {
  readonly output: string;
  readonly success: boolean;
  /** What the owner was asked. */
  readonly asked: readonly { readonly question: string; readonly options: readonly string[] }[];
}

/** An engine at a fake vendor, connected with these scopes, whose model makes one call in each run. */
export interface World {
  readonly vendor: Vendor;
  readonly engine: TestEngine;
  readonly model: ScriptedModel;
  call(name: string, input: JsonObject, answer?: string): Promise<Outcome>;
  /** That these calls of this tool fail with these words, and no one is asked. */
  refuses(name: string, ...calls: readonly (readonly [JsonObject, string])[]): Promise<void>;
  /** The next turns of the model. */
  plays(...turns: readonly (readonly Step[])[]): void;
  /** A file of the owner that is there; a text unless it is said otherwise. */
  plant(planted: Omit<Planted, 'owner'>): DriveFile;
  /** A file of the workspace. */
  kept(path: string): Buffer;
  /** The names of the tools that the model was shown last. */
  shown(): readonly string[];
}

export async function startWorld(
  scopes: readonly Scope[] | null = FULL,
  options: TestEngineOptions = {},
): Promise<World> {
  const vendor = await startVendor('desktop');
  const turns: (readonly Step[])[] = [];
  const model = new ScriptedModel(turns);
  const engine = await engineAt(vendor, { model, ...options });
  if (scopes !== null) await connect(engine, vendor, { scopes });
  const session = await newSession(engine);
  const plays = (...next: readonly (readonly Step[])[]): void => {
    turns.length = model.requests.length;
    turns.push(...next);
  };
  const call: World['call'] = async (name, input, answer = 'yes') => {
    plays([toolCalls({ name, input })], [text('Done.')]);
    const stream = await startRun(engine, session.id, `Use ${name}`);
    const events = await allAnswered(engine, stream, answer);
    const outcomes = events.flatMap((event) => (event.type === 'tool_result' ? [event.data] : []));
    const asked = events.flatMap((event) => (event.type === 'prompt' ? [event.data] : []));
    expect(outcomes).toHaveLength(1);
    const [{ output, success } = { output: '', success: false }] = outcomes;
    expect(engine.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    return { output, success, asked };
  };
  return {
    plays,
    vendor,
    engine,
    model,
    call,
    refuses: async (name, ...calls) => {
      for (const [input, why] of calls)
        expect([input, await call(name, input)]).toEqual([
          input,
          { success: false, asked: [], output: expect.stringContaining(why) },
        ]);
    },
    plant: (planted) => vendor.google.plant.file({ owner: vendor.owner, mimeType: 'text/plain', ...planted }),
    kept: (path) => readFileSync(join(engine.dataDir, 'workspace', path)),
    shown: () =>
      (model.requests.findLast(({ tools }) => tools.length > 0)?.tools ?? []).map(({ name }) => name),
  };
}

/** The text of the only untrusted element in an output. */
export function untrustedIn(output: string): string {
  const found = [...output.matchAll(/<(untrusted-[0-9a-z]+) source="[^"]*">\n(.*?)\n<\/\1>/gsu)];
  expect(found).toHaveLength(1);
  return found[0]?.[2] ?? '';
}

/** The revision and the id in an output. */
export const revisionIn = (output: string): string => /revision is ([\w-]+)/u.exec(output)?.[1] ?? '';
export const idIn = (output: string): string => /id ([\w-]+)\./u.exec(output)?.[1] ?? '';
