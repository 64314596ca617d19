import { conflict, invalid, notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  entity_not_found: notFound('There is no such entity in the graph. Search for it by name.'),
  relation_not_found: notFound('There is no such relation in the graph.'),
  ambiguous_name: conflict('Several entities fit. Name the one you mean by its id.'),
  entity_merged: conflict(
    'This entry was merged into another one, so removing it would remove that one. Take the merge back first, or remove the other one.',
  ),
  invalid_entity: invalid('This is not a valid entity.'),
});

export const noCountry = (code: string): string =>
  `${JSON.stringify(code)} is not the code of a country (ISO 3166), such as AT.`;
