import type { Compilable } from 'kysely';
import { prepared, type MakeRead } from '../sql/prepared.ts';
import type { Prepare } from './statements.ts';
import { classified } from './storage-errors.ts';

/**
 * For reads that every run or every list makes: they run in one call, without Kysely's queue for the connection. Reads
 * that follow one another without anything else between them see the same rows.
 */
export const readsBy =
  (prepare: Prepare): MakeRead =>
  <Given extends object, Row>(build: (given: Given) => Compilable<Row>) => {
    const bind = prepared(build);
    return async (given: Given): Promise<readonly Row[]> => {
      const { sql, parameters } = bind(given);
      try {
        return prepare(sql).all(...parameters) as Row[];
      } catch (error) {
        throw classified(error);
      }
    };
  };
