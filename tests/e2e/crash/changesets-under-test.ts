/**
 * Reviews what waits, and kills itself before the n-th of its calls to the disk and the journal:
 * `node changesets-under-test.ts <dir> <n> <session> <run> <action>`.
 */
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import type { ReviewAction } from '../../../src/core/changesets/model.ts';
import { runId, sessionId } from '../../../src/core/kernel/ids.ts';
import { worldOver } from './changesets-world.ts';

const [dir = '', nth = '', session = '', run = '', action = ''] = process.argv.slice(2);
let calls = 0;
const deadly = async (): Promise<void> => {
  calls += 1;
  if (calls !== Number(nth)) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};

const world = worldOver(dir, openHistory(join(dir, 'history.db')), deadly);
await world.review({ sessionId: sessionId(session), runId: runId(run) }, action as ReviewAction);
