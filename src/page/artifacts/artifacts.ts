import { signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, statusOf, told } from '../engine/failure.ts';
import { artifactWords as said } from '../words/artifacts.ts';

export type Artifact = Answer<'artifacts.list'>['artifacts'][number];
/** One with the content of a version. */
export type Opened = Answer<'artifacts.get'>;
export type TypeFilter = Artifact['type'] | 'all';

const PAGE = 50;

/** Last changed first; null until they were read. */
export const artifacts = signal<readonly Artifact[] | null>(null);
/** Where the older ones begin; null if all are shown. */
export const older = signal<string | null>(null);
export const filter = signal<TypeFilter>('all');
export const query = signal('');
/** Why they could not be read, in words. */
export const unread = signal('');

let readings = 0;

/** Reads as many as are shown anew. Never rejects. */
export const readArtifacts = (): Promise<void> => read(artifacts.peek()?.length ?? 0);

/** Those that are shown, and the next page. */
export const readOlder = (): Promise<void> => read((artifacts.peek()?.length ?? 0) + 1);

/** Another type or other words: the list begins anew. */
export async function show(what: { readonly filter?: TypeFilter }): Promise<void> {
  if (what.filter !== undefined) filter.value = what.filter;
  await read(1);
}

/** A page may hold none that was there before, so pages are read anew from the first one on. */
async function read(atLeast: number): Promise<void> {
  readings += 1;
  const mine = readings;
  const words = query.peek().trim();
  const asked = {
    limit: PAGE,
    ...(filter.peek() === 'all' ? {} : { type: filter.peek() as Artifact['type'] }),
    ...(words === '' ? {} : { q: words }),
  };
  try {
    const found = new Map<string, Artifact>();
    let cursor: string | null = null;
    do {
      const page = await engine['artifacts.list']({
        query: { ...asked, ...(cursor === null ? {} : { cursor }) },
      });
      // One that is saved between two pages moves to the front.
      for (const artifact of page.artifacts) found.set(artifact.artifactId, artifact);
      cursor = page.nextCursor;
    } while (cursor !== null && found.size < atLeast);
    if (mine !== readings) return;
    artifacts.value = [...found.values()];
    older.value = cursor;
    unread.value = '';
  } catch (error) {
    // That the engine is away is said above everything; this is read again when it is back.
    if (mine === readings && statusOf(error) !== null) unread.value = told(error);
  }
}

/** @returns whether it is gone */
export async function removeArtifact({ artifactId, title }: Artifact): Promise<boolean> {
  try {
    await engine['artifacts.delete']({ params: { id: artifactId } });
  } catch (error) {
    if (codeOf(error) !== 'artifact_not_found') {
      say(told(error));
      return false;
    }
  }
  artifacts.value = artifacts.peek()?.filter((one) => one.artifactId !== artifactId) ?? null;
  say(said.removed(title));
  return true;
}
