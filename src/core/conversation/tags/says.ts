import { saying, type Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface TagProblems extends Plain<'tags.invalid_tag'> {
  'tags.tag_long': { most: number };
  'tags.too_many_tags': { most: number };
}

export const say = saying<TagProblems>();
