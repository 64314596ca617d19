import type { RawBuilder } from 'kysely';
import { inSql } from '../sql/step.ts';
import { prepared, type BoundStatement } from '../sql/prepared.ts';
import type { Asked, Rows, Work, WorkStatement } from '../sql/work.ts';
import type { Prepare } from './statements.ts';
import { WITHOUT_DATABASE } from './without-database.ts';

/** Runs work, all of it in this call. */
export type Now = <Result>(work: Work<Result>) => Result;

/** A statement that returns how many rows it wrote, which only this database tells. */
export function counting<Given extends object>(
  build: (given: Given) => RawBuilder<unknown>,
): (given: Given) => Work<number> {
  const statement: WorkStatement = { build };
  return function* (given): Work<number> {
    const [written = []] = yield [{ statement, given }];
    return written[0] as number;
  };
}

/** @returns what runs work by these statements; it throws what they throw */
export function workBy(prepare: Prepare): Now {
  const compiled = new Map<WorkStatement, (given: object) => BoundStatement>();
  const bindOf = (statement: WorkStatement): ((given: object) => BoundStatement) => {
    const known = compiled.get(statement);
    if (known) return known;
    const bind = prepared((given: object) => inSql(WITHOUT_DATABASE, statement.build(given as never)));
    compiled.set(statement, bind);
    return bind;
  };
  const answerTo = ({ statement, given }: Asked): Rows => {
    const { sql, parameters } = bindOf(statement)(given);
    const made = prepare(sql);
    if (made.reader) return (statement.isOneColumn ? made.pluck() : made).all(...parameters);
    return [made.run(...parameters).changes];
  };
  return (work) => {
    let step = work.next([]);
    while (!step.done) step = work.next(step.value.map(answerTo));
    return step.value;
  };
}
