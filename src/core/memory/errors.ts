import { conflict, impossible, invalid, notFound, refusals, tooLarge } from '../kernel/refusal.ts';

export const refuse = refusals({
  namespace_not_found: notFound(
    'There is no such memory namespace. They are knowledge, methods, status and learnings.',
  ),
  nothing_to_remember: invalid('There is nothing in this text to remember: it is only white space.'),
  empty_pattern: invalid('An empty pattern would delete everything: name a part of the text to be deleted.'),
  pattern_too_broad: conflict(
    'These one or two characters are in every entry, so nothing was deleted. To empty a namespace, PUT an empty content.',
  ),
  memory_too_large: tooLarge('The namespace would become larger than it may be. Delete something first.'),
  secret_in_memory: impossible(
    'This text holds what looks like a password or a key, so it was not stored. Leave the value out: memory is sent to the model, and secrets belong in the vault.',
  ),
});
