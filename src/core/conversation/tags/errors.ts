import { invalid, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  invalid_tag: invalid('A tag is a short text on one line, without commas.'),
  too_many_tags: invalid('A thread takes no more tags than this.'),
});
