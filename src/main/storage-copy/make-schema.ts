import {
  connectPostgres,
  type PostgresOptions,
  type PostgresPlace,
} from '../../adapters/out/postgres/connect.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { openPostgresDatabases } from '../postgres-stores.ts';

interface Making {
  readonly clock: Clock;
  readonly log: NonNullable<PostgresOptions['log']> | null;
  readonly newId: () => string;
}

/** Creates the tables of all databases, as an engine does. They hold no people yet, so there is no owner. */
export async function makeSchema(place: PostgresPlace, { clock, log, newId }: Making): Promise<void> {
  const connected = await connectPostgres(place, { clock, log });
  try {
    const sleep = async (ms: number) => await clock.sleep(ms);
    const { memory } = await openPostgresDatabases(connected, { id: null }, { newId, sleep });
    await memory.close();
  } finally {
    await connected.close();
  }
}
