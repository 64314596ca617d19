import Sqlite from 'better-sqlite3';

export interface Counted {
  readonly statements: number;
  /** That they returned. */
  readonly rows: number;
  /** In one answer. */
  readonly most: number;
}

type Method = (this: unknown, ...given: readonly unknown[]) => unknown;

/** What all databases of this process are asked during the work: its cost as a number that no machine changes. */
export async function counted(work: () => Promise<unknown>): Promise<Counted> {
  let [statements, rows, most] = [0, 0, 0];
  const connection = new Sqlite(':memory:');
  const shared = Object.getPrototypeOf(connection.prepare('SELECT 1')) as Record<string, Method>;
  connection.close();
  const own = ['all', 'get', 'run'].map((name) => [name, shared[name]!] as const);
  for (const [name, method] of own)
    shared[name] = function (...given) {
      const result = Reflect.apply(method, this, given);
      statements += 1;
      const answered = Array.isArray(result) ? result.length : 1;
      rows += answered;
      most = Math.max(most, answered);
      return result;
    };
  try {
    await work();
  } finally {
    Object.assign(shared, Object.fromEntries(own));
  }
  return { statements, rows, most };
}
