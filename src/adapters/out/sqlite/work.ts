import { inSql } from '../sql/step.ts';
import { prepared, type BoundStatement } from '../sql/prepared.ts';
import type { Answer, Asked, Work, WorkStatement } from '../sql/work.ts';
import type { Prepare } from './statements.ts';
import { WITHOUT_DATABASE } from './without-database.ts';

/** Runs work, all of it in this call. */
export type Now = <Result>(work: Work<Result>) => Result;

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
  const answerTo = ({ statement, given }: Asked): Answer => {
    const { sql, parameters } = bindOf(statement)(given);
    const made = prepare(sql);
    if (!made.reader) return { rows: [], written: made.run(...parameters).changes };
    return { rows: (statement.isOneColumn ? made.pluck() : made).all(...parameters), written: 0 };
  };
  return (work) => {
    let step = work.next(NO_ANSWER);
    while (!step.done) step = work.next(answerTo(step.value));
    return step.value;
  };
}

/** Before the first statement. */
const NO_ANSWER: Answer = { rows: [], written: 0 };
