import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import type { AnyChange, Durability, Journal } from '../../../core/ports/journal.ts';
import { kinds as ofDatastore, type DatastoreChange } from './datastore/parts.ts';
import { kinds as ofEngine, type EngineChange } from './engine/parts.ts';
import { kinds as ofHistory, type HistoryChange } from './history/parts.ts';
import type { VaultChange } from '../../../core/trust/secrets/store.ts';
import { kinds as ofMemory } from './memory/parts.ts';
import type { StoredChange as MemoryChange } from '../sql/memory/steps.ts';
import { kinds as ofVault } from './vault/parts.ts';

/** The journals of the databases, none of which passes the gate itself. */
export interface Databases {
  readonly history: Journal<HistoryChange>;
  readonly memory: Journal<MemoryChange>;
  readonly engine: Journal<EngineChange>;
  readonly datastore: Journal<DatastoreChange>;
  readonly vault: Journal<VaultChange>;
}

type AnyDatabasesChange = HistoryChange | MemoryChange | EngineChange | DatastoreChange | VaultChange;
type Name = keyof Databases;
type JournalsByName = Readonly<Record<Name, Journal<AnyChange>>>;

const DATABASE_OF: ReadonlyMap<string, Name> = new Map<string, Name>([
  ...ofHistory.map((kind) => [kind, 'history'] as const),
  ...ofMemory.map((kind) => [kind, 'memory'] as const),
  ...ofEngine.map((kind) => [kind, 'engine'] as const),
  ...ofDatastore.map((kind) => [kind, 'datastore'] as const),
  ...ofVault.map((kind) => [kind, 'vault'] as const),
]);

/**
 * Writes to every database: a list of changes passes the gate once, and each change goes to its database. Within one
 * database a list is atomic. Over several it is not: they are written one after another, in the order in which the list
 * first names them, and if one refuses, those before it stay written. A feature whose lists span several databases
 * records what it is about to do, and can repeat it after a crash.
 */
export class OneJournal implements Journal<AnyDatabasesChange> {
  readonly #databases: JournalsByName;
  readonly #gate: WriteGate;
  readonly #onCommitted: (changes: readonly AnyDatabasesChange[]) => void;

  /** Calls `onCommitted` with each list once all of it is written, before its `commit` resolves; it must not throw. */
  constructor(
    databases: Databases,
    gate: WriteGate,
    onCommitted: (changes: readonly AnyDatabasesChange[]) => void = () => undefined,
  ) {
    // Each receives only its own changes, by their kinds.
    this.#databases = databases as unknown as JournalsByName;
    this.#gate = gate;
    this.#onCommitted = onCommitted;
  }

  async commit(changes: readonly AnyDatabasesChange[], durability?: Durability): Promise<void> {
    const first = databaseOf(changes[0]);
    const isOfOne = changes.every((change) => databaseOf(change) === first);
    await this.#gate.pass(() =>
      isOfOne ? this.#databases[first].commit(changes, durability) : this.#commitToEach(changes, durability),
    );
    this.#onCommitted(changes);
  }

  async #commitToEach(changes: readonly AnyChange[], durability?: Durability): Promise<void> {
    const lists = new Map<Name, AnyChange[]>();
    for (const change of changes) {
      const name = databaseOf(change);
      const list = lists.get(name);
      if (list) list.push(change);
      else lists.set(name, [change]);
    }
    for (const [name, list] of lists) await this.#databases[name].commit(list, durability);
  }
}

function databaseOf(change: AnyChange | undefined): Name {
  if (!change) return 'history';
  const name = DATABASE_OF.get(change.change);
  if (!name) throw new TypeError(`no database has changes of the kind ${change.change}`);
  return name;
}
