import { engine, type Answer } from '../engine/client.ts';
import { Paged } from '../parts/paged.ts';

export type Merge = Answer<'merges.list'>['merges'][number];
export type Preview = Answer<'merges.preview'>;

const PAGE = 30;

export const merges = new Paged<Merge>(
  async (cursor) => {
    const page = await engine['merges.list']({
      query: { limit: PAGE, ...(cursor === null ? {} : { cursor }) },
    });
    return { items: page.merges, nextCursor: page.nextCursor };
  },
  ({ mergeId }) => mergeId,
);
