import Database from 'better-sqlite3';

const METHODS = ['get', 'all', 'iterate', 'run'] as const;
type Statement = Record<(typeof METHODS)[number], (...given: unknown[]) => unknown> & {
  readonly source: string;
};

/** Every statement that databases of this process carry out, from now on. */
export class Statements {
  #carriedOut: string[] = [];

  constructor() {
    const database = new Database(':memory:');
    const prototype = Object.getPrototypeOf(database.prepare('SELECT 1')) as Statement;
    database.close();
    const note = (source: string) => void this.#carriedOut.push(source);
    for (const method of METHODS) {
      const before = prototype[method];
      prototype[method] = function (this: Statement, ...given: unknown[]) {
        note(this.source);
        return before.apply(this, given);
      };
    }
  }

  /** Those since the last call, in the order of their texts. */
  take(): readonly string[] {
    const all = this.#carriedOut.toSorted();
    this.#carriedOut = [];
    return all;
  }
}
