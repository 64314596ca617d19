import { expect } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { faultsInHistory } from '../../harness/sound-database.ts';
import { faultsIn } from '../../harness/well-formed.ts';
import type { Acknowledged } from './client.ts';
import { lostConversation, lostFrames, lostPrompt, stuckThread, unfinished } from './lost.ts';

/**
 * Asserts what must hold after the next start, whatever happened before: everything acknowledged is there,
 * nothing hangs, and the conversation continues. Leaves no engine on the directory.
 */
export async function expectNothingLost(dataDir: string, acknowledged: Acknowledged): Promise<void> {
  const model = new ScriptedModel([[text('the next answer')]]);
  const engine = await startTestEngine({ dataDir, model });
  try {
    expect([
      ...(await unfinished(engine)),
      ...(await lostFrames(engine, acknowledged)),
      ...(await lostConversation(engine, acknowledged)),
      ...(await lostPrompt(engine, acknowledged)),
      ...(await unannounced(engine)),
      ...(await stuckThread(engine, acknowledged, 'go on')),
      ...faultsIn(model.requests[0]?.messages ?? []),
    ]).toEqual([]);
    expect(engine.log.events('error')).toEqual([]);
  } finally {
    await engine.stop();
  }
  const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(
    left.filter((name) => name.includes(temporaryPrefix) || /-(?:wal|shm|journal)$/u.test(name)),
  ).toEqual([]);
  expectSoundDatabase(join(dataDir, 'history.db'));
}

/** Messages of threads follow one another, and no tool ran that no message calls. */
async function unannounced({ client, dataDir }: TestEngine): Promise<readonly string[]> {
  const faults: string[] = [];
  let wasCalled = false;
  for (const { threadId, messageCount } of (await client['threads.list']()).threads) {
    const { messages } = await client['threads.messages']({ params: { id: threadId } });
    wasCalled ||= messages.some(({ content }) => content.some(({ type }) => type === 'tool_call'));
    if (messageCount !== messages.length || messages.some(({ seq }, index) => seq !== index + 1))
      faults.push(`thread ${threadId} has gaps`);
  }
  if (!wasCalled && existsSync(join(dataDir, 'workspace'))) faults.push('a tool ran unannounced');
  return faults;
}

/** With the engine stopped: SQLite finds no damage, and every run, call and stream has its end. */
export function expectSoundDatabase(file: string): void {
  expect(faultsInHistory(file)).toEqual([]);
}
