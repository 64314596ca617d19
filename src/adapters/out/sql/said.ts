import {
  sql,
  ExpressionWrapper,
  PostgresQueryCompiler,
  type AliasableExpression,
  type OperationNode,
  type QueryExecutorProvider,
  type RawBuilder,
  type RawNode,
} from 'kysely';

/** A part of a statement that both databases take, each in its own form. */
export type Word<Value> = AliasableExpression<Value>;

/** A piece of SQL as SQLite takes it, with the same piece for PostgreSQL. */
interface SaidNode extends RawNode {
  inPostgres(): OperationNode;
}

/**
 * One meaning in two forms. The compiler of the statement chooses between them, so that stores need not know their
 * database. Every compiler but `PostgresWords` takes the first one.
 */
export function said<Value>(
  sqlite: RawBuilder<Value>,
  postgres: () => RawBuilder<Value> | Word<Value>,
): Word<Value> {
  const node = sqlite.toOperationNode() as RawNode;
  const both: SaidNode = { ...node, inPostgres: () => postgres().toOperationNode() };
  return new ExpressionWrapper<object, never, Value>(both);
}

/** Whether this is PostgreSQL: for what is done there in another way, not only said. */
export const isPostgres = (db: QueryExecutorProvider): boolean =>
  sql`${said(sql`sqlite`, () => sql`postgres`)}`.compile(db).sql === 'postgres';

/** Compiles statements for PostgreSQL. */
export class PostgresWords extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (isSaid(node)) this.visitNode(node.inPostgres());
    else super.visitRaw(node);
  }
}

const isSaid = (node: RawNode): node is SaidNode => 'inPostgres' in node;
