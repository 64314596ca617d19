import { signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { Paged } from '../parts/paged.ts';
import { removed } from '../parts/removed.ts';
import { artifactWords as said } from '#words/artifacts.ts';

export type Artifact = Answer<'artifacts.list'>['artifacts'][number];
/** One with the content of a version. */
export type Opened = Answer<'artifacts.get'>;
export type TypeFilter = Artifact['type'] | 'all';

const PAGE = 50;

export const filter = signal<TypeFilter>('all');
export const query = signal('');

/** Last changed first. */
export const artifacts = new Paged<Artifact>(
  async (cursor) => {
    const words = query.peek().trim();
    const page = await engine['artifacts.list']({
      query: {
        limit: PAGE,
        ...(filter.peek() === 'all' ? {} : { type: filter.peek() as Artifact['type'] }),
        ...(words === '' ? {} : { q: words }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
    return { items: page.artifacts, nextCursor: page.nextCursor };
  },
  ({ artifactId }) => artifactId,
);

/** @returns whether it is gone */
export async function removeArtifact({ artifactId, title }: Artifact): Promise<boolean> {
  const remove = () => engine['artifacts.delete']({ params: { id: artifactId } });
  if (!(await removed(remove, 'artifact_not_found'))) return false;
  artifacts.drop(artifactId);
  say(said.removed(title));
  return true;
}
