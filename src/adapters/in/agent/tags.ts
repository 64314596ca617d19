import type { tags } from '../../../contract/agent/tags.ts';
import { trusted, modelText, type Renderers } from './model-text.ts';

export const tagsRenderers: Renderers<(typeof tags)[number]> = {
  tag_thread: (tags, marked) =>
    tags.length === 0
      ? trusted('This conversation has no tags.')
      : modelText`This conversation has these tags: ${marked('tags', tags.join(', '))}`,
};
