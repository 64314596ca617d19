/**
 * Reviews the pending changes and kills itself before its n-th disk or journal call:
 * `node changesets-under-test.ts <dir> <n> <thread> <run> <action>`.
 */
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import type { ReviewAction } from '../../../src/core/workspace/changesets/model.ts';
import { runId, threadId } from '../../../src/core/kernel/ids.ts';
import { worldOver } from './changesets-world.ts';

const [dir = '', nth = '', thread = '', run = '', action = ''] = process.argv.slice(2);
let calls = 0;
const deadly = async (): Promise<void> => {
  calls += 1;
  if (calls !== Number(nth)) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};

const world = worldOver(dir, openHistory(join(dir, 'history.db')), deadly);
const author = { threadId: threadId(thread), runId: runId(run), signal: new AbortController().signal };
await world.review(author, action as ReviewAction);
