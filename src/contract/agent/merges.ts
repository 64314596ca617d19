import { Type } from 'typebox';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';
import { Reference } from '../http/entity-shapes.ts';

export const merges = [
  tool({
    name: 'merge_entries',
    family: 'contacts',
    summary:
      'Merges two entries of the graph that are one person, organization or thing: the kept one shows everything of both. Your owner is asked each time, and can take it back.',
    input: Type.Object({ kept: Reference, merged: Reference }, closed),
    effect: 'effect',
    beforehand: 'never',
    consent: async ({ kept, merged }, { merges }, { personId }) => {
      const { says, mergedId, keptId, standsOn } = await merges.of(personId).asked(merged, kept);
      return { class: 'change_self', says, input: { kept: keptId, merged: mergedId }, standsOn };
    },
    handle: async ({ merges }, { kept, merged }, { personId }) =>
      await merges.of(personId).merge(merged, kept),
  }),
];
