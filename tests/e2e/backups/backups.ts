import { ProblemError } from '../../../src/contract/client.ts';
import type { RestartableEngine } from '../../harness/restartable-engine.ts';

type Served = Pick<RestartableEngine, 'client'>;

/** Makes a backup. @returns its id once it is complete */
export async function backedUp({ client }: Served): Promise<string> {
  const { backupId } = await client['backups.create']();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const _ of events);
  const { status, problems } = await client['backups.get']({ params: { id: backupId } });
  if (status !== 'complete') throw new Error(`the backup is ${status}: ${problems.join(' ')}`);
  return backupId;
}

type Wishes = Parameters<RestartableEngine['client']['backups.restore']>[0]['body'];

/** Restores a backup. @returns what became of it, once it has ended */
export async function restored(engine: Served, id: string, body: Wishes = {}) {
  const { operationId } = await engine.client['backups.restore']({ params: { id }, body });
  return await ended(engine, operationId);
}

/** Asks until the engine that restarts has ended the restore and serves. */
export async function ended({ client }: Served, operationId: string) {
  for (;;) {
    const outcome = await client['backups.restored']({ params: { operationId } });
    if (outcome.status !== 'running' && (await isReady({ client }))) return outcome;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function isReady({ client }: Served): Promise<boolean> {
  try {
    await client['health.ready']();
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 503) return false;
    throw error;
  }
}
