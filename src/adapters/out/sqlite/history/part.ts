import type { Insertable, Kysely, Selectable } from 'kysely';
import type { AnyChange } from '../../../../core/ports/journal.ts';
import type { PartOf } from '../part.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import type { Steps } from '../../sql/step.ts';
import type { HistorySchema } from './schema.ts';

export { read } from '../part.ts';

export type Db = Kysely<HistorySchema>;
export type Row<Table extends keyof HistorySchema> = Selectable<HistorySchema[Table]>;
export type NewRow<Table extends keyof HistorySchema> = Insertable<HistorySchema[Table]>;
/** Everything that history.db has for one feature. `Reads` are its stores by name. */
export interface Part<Tables, Change extends AnyChange, Reads> extends PartOf<Tables, Change> {
  steps(db: Db): Steps<Change>;
  reads(db: Db, makeRead: MakeRead): Reads;
}
