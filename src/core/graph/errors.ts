import { conflict, invalid, notFound, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  entity_not_found: notFound('There is no such entity in the graph. Search for it by name.'),
  relation_not_found: notFound('There is no such relation in the graph.'),
  ambiguous_name: conflict('Several entities fit. Name the one you mean by its id.'),
  invalid_entity: invalid('This is not a valid entity.'),
});
