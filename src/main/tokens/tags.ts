import type { TagService } from '../../core/tags/service.ts';
import type { TagStore } from '../../core/tags/store.ts';
import { token } from '../token.ts';

export const tagTokens = {
  tagStore: token<TagStore>('tag-store'),
  tags: token<TagService>('tags'),
};
