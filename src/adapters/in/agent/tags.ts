import type { tags } from '../../../contract/agent/tags.ts';
import { own, told, type Renderers } from './told.ts';

export const tagsTold: Renderers<(typeof tags)[number]> = {
  tag_thread: (tags, material) =>
    tags.length === 0
      ? own('This conversation has no tags.')
      : told`This conversation has these tags: ${material('tags', tags.join(', '))}`,
};
