import { isRefusal } from '../../kernel/refusal.ts';
import type {
  FolderEntry,
  ListedEntries,
  ListedWithin,
  Workspace,
  WorkspacePath,
} from '../../ports/workspace.ts';

const AT_ONCE = 500;

/** All entries of one folder, as they are listed; none of one that is not there. @throws Refusal as `Workspace.list` */
export async function* entriesOf(
  workspace: Pick<Workspace, 'list'>,
  folder: WorkspacePath,
): AsyncGenerator<FolderEntry> {
  for (let after: string | null = null; ;) {
    const within: ListedWithin = { depth: 1, most: AT_ONCE, ...(after === null ? {} : { after }) };
    const found: ListedEntries = await workspace.list(folder, within).catch(nothingIfGone);
    yield* found.entries;
    const last: string | undefined = found.entries.at(-1)?.path.at(-1);
    if (found.isAll || last === undefined) return;
    after = last;
  }
}

const nothingIfGone = (error: unknown) => {
  if (isRefusal(error) && error.code === 'file_not_found') return { entries: [], isAll: true, isCut: false };
  throw error;
};
