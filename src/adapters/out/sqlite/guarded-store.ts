import { basename } from 'node:path';
import { WRAPS } from '../../../core/kernel/around.ts';
import { refuseDamaged, refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import type { Log } from '../../../core/ports/log.ts';
import { isEmptied, isReadable } from './damaged.ts';
import { isNewerSchema, type NewerSchema } from './migrate.ts';
import { withCause } from '../sql/with-cause.ts';
import { classified, codeOf, isDamage, isLostConnection } from './storage-errors.ts';
import { say } from '../../../core/kernel/storage-says.ts';

/** An open database; its other members are stores. */
export interface Guardable {
  /** After this, nothing is written to it, and `close` leaves the files unchanged. */
  leave(): void;
  /** Passes the gate if it writes, so it must not be awaited inside a pass. */
  close(): Promise<void>;
}

type NameOf<Database extends Guardable> = Exclude<keyof Database, keyof Guardable>;

/** The store of a database through which everything is written. */
const WRITES = 'journal';

/** `null`: it could not be used when it was opened. */
type Held<Database> = { readonly database: Database } | null;

export interface GuardedStore<Database extends Guardable> {
  /** The stores of the database, by name; each call goes to the database that is open at that moment. */
  readonly stores: Pick<Database, NameOf<Database>>;
  /** The refusal of every call once the database is damaged or found to be of a newer version; null while it serves. */
  readonly refusal: Refusal | null;
  close(): Promise<void>;
}

/**
 * Opens a database and guards it. Damage affects only this database: a call that meets it is refused with 503, nothing
 * is written there from then on, the files stay as they are, and the other databases serve. The same holds for a
 * database that a newer version has written. One line of the log reports it. After a failed fsync it is unknown what
 * the connection has on disk: the next call gets a new one. Opening that one may write; while the gate is shut or the
 * disk refuses it, reads use the old connection, and there are no commits.
 * @throws what `open` throws, except for these two
 */
export function guardedStore<Database extends Guardable>(
  file: string,
  open: () => Database,
  gate: WriteGate,
  log: Log,
): GuardedStore<Database> {
  const guard = new Guard(file, open, gate, log);
  return {
    stores: byName((name) => guard.face(name as NameOf<Database>)) as Pick<Database, NameOf<Database>>,
    get refusal() {
      return guard.refusal;
    },
    close: () => guard.close(),
  };
}

type Method = (...given: unknown[]) => unknown;

/**
 * Creates a member for every name, once, on first use. The names cannot be listed, so copying the object, which would
 * copy none of them, fails visibly. `wrapped` returns the object currently behind it.
 */
function byName(make: (name: string) => object, wrapped: () => unknown = () => undefined): object {
  const made = new Map<string, object>();
  const memberOf = (name: string | symbol): object | undefined => {
    // A lookup of `then` tests whether this is a promise.
    if (typeof name === 'symbol' || name === 'then') return undefined;
    const member = made.get(name) ?? make(name);
    made.set(name, member);
    return member;
  };
  return new Proxy(
    {},
    {
      get: (_none, name) => (name === WRAPS ? wrapped() : memberOf(name)),
      has: (_none, name) => memberOf(name) !== undefined,
      ownKeys: () => {
        throw new TypeError('the members of a guarded store cannot be listed or copied: use it as it is');
      },
    },
  );
}

/** Methods that answer at once with a part of their store, which has methods of its own. */
const PARTS: ReadonlySet<string> = new Set(['ofPerson', 'ofEveryone']);

function methodOf(store: object, key: string): Method {
  if (!(key in store)) throw new TypeError(`a guarded store has no ${key}`);
  return (...given) => (store as { readonly [method: string]: Method })[key]?.(...given);
}

class Guard<Database extends Guardable> {
  readonly #file: string;
  readonly #name: string;
  readonly #open: () => Database;
  readonly #gate: WriteGate;
  readonly #log: Log;
  #held: Held<Database>;
  /** The previous connection, for calls that are still reading from it. */
  #before: Database | null = null;
  /** Resolves once the connections before that one are closed. */
  #closing: Promise<unknown> = Promise.resolve();
  #isLost = false;
  #refuse: (() => Refusal) | null = null;

  constructor(file: string, open: () => Database, gate: WriteGate, log: Log) {
    this.#file = file;
    this.#name = basename(file);
    this.#open = open;
    this.#gate = gate;
    this.#log = log;
    this.#held = this.#first();
  }

  get refusal(): Refusal | null {
    return this.#refuse?.() ?? null;
  }

  /** The guarded face of one store. */
  face(name: NameOf<Database>): object {
    return byName(
      (key) =>
        PARTS.has(key)
          ? (...given: unknown[]) => this.#part(name, key, given)
          : (...given: unknown[]) => this.#ask(name, (store) => methodOf(store, key)(...given)),
      () => this.#held?.database[name],
    );
  }

  /** Guarded as the store is: what is asked of it reaches the connection of that moment, or is refused then. */
  #part(name: NameOf<Database>, key: string, given: readonly unknown[]): object {
    return byName(
      (member) =>
        (...asked: unknown[]) =>
          this.#ask(name, (store) => methodOf(methodOf(store, key)(...given) as object, member)(...asked)),
    );
  }

  async close(): Promise<void> {
    await this.#closing;
    try {
      await this.#before?.close();
    } finally {
      await this.#held?.database.close();
    }
  }

  #ask(name: NameOf<Database>, asking: (store: object) => unknown): unknown {
    try {
      const answer = asking(this.#database(name === WRITES)[name] as object);
      return isPromise(answer) ? answer.catch((error: unknown) => this.#refused(error)) : answer;
    } catch (error) {
      return this.#refused(error);
    }
  }

  #first(): Held<Database> {
    try {
      return { database: this.#open() };
    } catch (error) {
      if (isNewerSchema(error)) this.#newer(error);
      else if (isDamage(error) && isReadable(this.#file)) this.#damaged(error);
      else throw error;
      return null;
    }
  }

  #database(writes: boolean): Database {
    if (!this.#held) throw this.refusal ?? refuseStorage.storage_error();
    if (!this.#isLost || this.#gate.isShut) return this.#held.database;
    const { database } = this.#held;
    try {
      this.#held = { database: this.#open() };
    } catch (error) {
      // What failed was rolled back there, so it still reads what was committed.
      if (writes || isDamage(error) || isNewerSchema(error)) throw error;
      return database;
    }
    this.#isLost = false;
    this.#log.warn('the store was opened anew after a failed fsync', { store: this.#name });
    // Only one is kept: a disk that keeps failing must not cost a connection each time.
    const last = this.#before;
    if (last) this.#closing = this.#closing.then(() => last.close()).catch(() => undefined);
    this.#before = database;
    return this.#held.database;
  }

  #refused(error: unknown): never {
    if (isLostConnection(error)) this.#isLost = true;
    if (!this.#isOfDamage(error)) throw classified(error);
    if (!this.#refuse && !isReadable(this.#file)) {
      throw withCause(
        refuseStorage.storage_error(),
        new Error(`${this.#name} could not be read`, { cause: error }),
      );
    }
    throw this.#damaged(error);
  }

  /** Includes a write to a database that is read-only since it was damaged. */
  #isOfDamage(error: unknown): boolean {
    return isDamage(error) || (this.#refuse !== null && codeOf(error) === 'SQLITE_READONLY');
  }

  #damaged(error: unknown): Refusal {
    if (this.refusal) return this.refusal;
    const why = isEmptied(error) ? say('storage.emptied', { store: this.#name }) : undefined;
    const refusal = this.#refusedFromNowOn(() => refuseDamaged(this.#name, why));
    this.#tell('a store is damaged: it is now read-only', refusal, error);
    this.#held?.database.leave();
    return refusal;
  }

  #newer(error: NewerSchema): void {
    const facts = { store: this.#name, schemaVersion: error.found, knownVersion: error.known };
    const refusal = this.#refusedFromNowOn(() =>
      refuseStorage.store_newer(facts, say('storage.newer', facts)),
    );
    this.#tell('a store was written by a newer version of svc: it is left unchanged', refusal, error);
  }

  #refusedFromNowOn(refuse: () => Refusal): Refusal {
    this.#refuse = refuse;
    return refuse();
  }

  /** Without the stack: the fault is in the file, not in the code that met it. */
  #tell(event: string, { code }: Refusal, error: unknown): void {
    this.#log.error(event, { store: this.#name, code, problem: (error as Error).message });
  }
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
