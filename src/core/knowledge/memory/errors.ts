import { conflict, impossible, invalid, notFound, refusals, tooLarge } from '../../kernel/refusal.ts';

export const refuse = refusals({
  namespace_not_found: notFound(
    'This memory namespace does not exist. Use knowledge, methods, status or learnings.',
  ),
  entry_not_found: notFound('There is no memory with this id. It may have been erased.'),
  entry_superseded: conflict(
    'This memory is history already: another one took its place, or it was forgotten. Change the one that holds now.',
  ),
  nothing_to_remember: invalid('This text has nothing to remember: it is only white space.'),
  empty_pattern: invalid('An empty pattern would delete everything: give a part of the text to delete.'),
  pattern_too_broad: conflict(
    'These one or two characters are in every entry, so nothing was deleted. To empty a namespace, PUT an empty content.',
  ),
  memory_too_large: tooLarge('The namespace would exceed its size limit. Delete something first.'),
  secret_in_memory: impossible(
    'This text contains what looks like a password or a key, so it was not stored. Leave the value out: memory is sent to the model, and secrets belong in the vault.',
  ),
});
