import { setPriority } from 'node:os';
import { backupLimits } from '../../core/keeping/backups/limits.ts';
import type { ManifestFile } from '../../core/keeping/backups/model.ts';
import { piecesOf } from '../../core/kernel/next-turn.ts';
import { isConnectionLost } from '../../adapters/out/sql/postgres-errors.ts';
import { AWAY, type Order, type Report } from './messages.ts';
import { reporter } from './reporter.ts';

/** As of `nice`: 0 is ordinary, 19 works only while no other process wants the processor. */
const NICENESS = 10;

/** The process that copies or checks for an engine: it carries out one order, and ends with the engine. */
export async function backupProgram(): Promise<void> {
  process.umask(0o077);
  // The engine and its owner's other programs go first.
  setPriority(NICENESS);
  // An interrupt at a terminal reaches this process as well; the engine decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit(1));
  let pin = (): void => undefined;
  const pinnedWhen = new Promise<void>((resolve) => (pin = resolve));
  const files: ManifestFile[] = [];
  const order = await new Promise<Order>((resolve) =>
    process.on('message', (given: Order) => {
      if (given.order === 'pin') pin();
      else if (given.order === 'files') for (const file of given.files) files.push(file);
      else resolve(withFiles(given, files));
    }),
  );
  try {
    await tell(await outcomeOf(order, pinnedWhen));
  } catch (error) {
    await tell(failureOf(error));
  }
  process.disconnect();
}

const withFiles = (order: Order, files: readonly ManifestFile[]): Order =>
  order.order === 'check'
    ? { ...order, request: { ...order.request, manifest: { ...order.request.manifest, files } } }
    : order;

async function outcomeOf(order: Order, pinnedWhen: Promise<void>): Promise<Report> {
  if (order.order === 'copy') {
    const { copyDirectory } = await import('./copy.ts');
    const { files, ...copied } = await copyDirectory(order, pinnedWhen, reporter());
    for await (const some of piecesOf(files)) await tell({ report: 'files', files: some });
    return { report: 'copied', copied: { ...copied, files: [] } };
  }
  if (order.order === 'check') {
    const { checkBackup } = await import('./check.ts');
    return { report: 'checked', problems: await checkBackup(order.request, order.scratch, reporter()) };
  }
  if (order.order === 'measure') {
    const { measureDirectory } = await import('./measure.ts');
    return { report: 'measured', measured: await measureDirectory(order, reporter()) };
  }
  if (order.order === 'stage') {
    const { stageSchema } = await import('./stage.ts');
    await stageSchema(order, pinnedWhen, reporter());
    return { report: 'staged' };
  }
  if (order.order === 'load') {
    const { loadSchema } = await import('./load.ts');
    await loadSchema(order.storage, order.request, reporter());
    return { report: 'loaded' };
  }
  if (order.order === 'settle') {
    const { settleDatabase } = await import('../../adapters/out/sqlite/export/settle.ts');
    const { promise } = reporter();
    return {
      report: 'settled',
      settled: await settleDatabase(order.database, () => promise(backupLimits.statementMs)),
    };
  }
  if (order.order === 'drill') {
    const { drillBackup } = await import('./drill.ts');
    return { report: 'drilled', problems: await drillBackup(order.request, order.home, reporter()) };
  }
  throw new Error(`there is no order ${order.order}`);
}

/** Resolves once the report has left this process. */
async function tell(report: Report): Promise<void> {
  await new Promise<void>((resolve) => {
    if (process.send) process.send(report, () => resolve());
    else resolve();
  });
}

function failureOf(error: unknown): Report {
  const { code, message, needBytes, freeBytes, name } = error as {
    readonly code?: unknown;
    readonly message: string;
    readonly name: string;
    readonly needBytes?: number;
    readonly freeBytes?: number;
  };
  if (name === 'TooLittleSpace' && needBytes !== undefined && freeBytes !== undefined)
    return { report: 'failed', code: 'NO_SPACE', message, needBytes, freeBytes };
  if (isConnectionLost(error)) return { report: 'failed', code: AWAY, message };
  return { report: 'failed', code: typeof code === 'string' ? code : null, message };
}
