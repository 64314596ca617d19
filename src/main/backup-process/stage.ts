import { copiedDatabases } from '../storage-copy/databases.ts';
import { readerOf } from '../storage-copy/in-postgres.ts';
import { copyIntoFiles } from '../storage-copy/to-sqlite.ts';
import type { Order } from './messages.ts';
import type { Reporter } from './reporter.ts';

type StageOrder = Extract<Order, { readonly order: 'stage' }>;

/**
 * Writes the databases of a schema, of one moment, into files of a folder. `pinnedWhen` resolves once the engine has closed its
 * gate; the gate may open as soon as the moment is reported.
 */
export async function stageSchema(
  { storage, folder, databases: names }: StageOrder,
  pinnedWhen: Promise<unknown>,
  reporter: Reporter,
): Promise<void> {
  const all = copiedDatabases();
  const databases = names === null ? all : all.filter(({ name }) => names.includes(name));
  const { pin, close } = await readerOf(storage, all);
  try {
    reporter.tell({ report: 'ready' });
    await pinnedWhen;
    const { isReady, sources } = await pin();
    if (!isReady) throw new Error('the schema lacks tables of this version');
    reporter.tell({ report: 'pinned' });
    await copyIntoFiles(databases, sources, folder, reporter.alive, reporter.alive);
  } finally {
    await close();
  }
}
