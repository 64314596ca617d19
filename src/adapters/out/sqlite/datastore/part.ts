import type { Insertable, Kysely, Selectable } from 'kysely';
import type { AnyChange } from '../../../../core/ports/journal.ts';
import type { PartOf } from '../part.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import type { Steps } from '../../sql/step.ts';
import type { DatastoreSchema } from './schema.ts';

export { read } from '../part.ts';

export type Db = Kysely<DatastoreSchema>;
export type Row<Table extends keyof DatastoreSchema> = Selectable<DatastoreSchema[Table]>;
export type NewRow<Table extends keyof DatastoreSchema> = Insertable<DatastoreSchema[Table]>;

/** Everything that datastore.db has for one feature. `Reads` are its stores by name. */
export interface Part<Tables, Change extends AnyChange, Reads> extends PartOf<Tables, Change> {
  steps(db: Db): Steps<Change>;
  reads(db: Db, makeRead: MakeRead): Reads;
}
