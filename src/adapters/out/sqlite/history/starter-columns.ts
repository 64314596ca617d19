import { personId } from '../../../../core/kernel/ids.ts';
import { starterKinds, type Starter } from '../../../../core/trust/people/model.ts';

/** The columns that say what started something, and for whom. */
export interface StarterColumns {
  person_id: string;
  starter_kind: Starter['kind'];
  starter_id: string | null;
}

export const starterColumns = ({ kind, personId: person, id }: Starter): StarterColumns => ({
  person_id: person,
  starter_kind: kind,
  starter_id: id,
});

export const starterIn = (row: StarterColumns): Starter => ({
  kind: row.starter_kind,
  personId: personId(row.person_id),
  id: row.starter_id,
});

/** What of them may come from another machine, besides `ofPerson` and the id. */
export const ofStarter = {
  starter_kind: { checked: `starter_kind IN (${starterKinds.map((kind) => `'${kind}'`).join(', ')})` },
} as const;
