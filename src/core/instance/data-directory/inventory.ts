// Room: every file of the data directory: who owns it, and what backups, exports, erasure and migration do
// with it. A file that the engine leaves and this table does not name fails a test.

/** Whether an entry is included, or the reason why it is not. */
export type Answer = 'yes' | `no: ${string}`;

/** Backups, and what only means something with them: the owner may keep them. */
const unlessKept = 'unless backups are kept';

/**
 * The kind of an entry decides how it is copied and removed:
 * - `database`: SQLite in WAL mode, with files beside it while it is open (`besideDatabase`); copied by SQLite alone.
 * - `lock`: an SQLite file used only as a lock. Opening and closing it loses this process's lock, so nothing touches it.
 * - `state`: one file that the engine or its owner writes, replaced whole.
 * - `set aside`: an unusable file, or a replaced folder, kept under another name for its owner.
 * - `process`: describes the running engine, and is removed with it.
 * - `temporary`: an unfinished write of a killed process; it may be deleted at any time.
 * - `folder`: its files are entries of their own.
 * - `backup`: a whole backup, or a part of one.
 * - `workspace`: the agent's folder, unless another one is configured. The only entry that the agent can reach.
 */
export type Kind =
  | 'database'
  | 'lock'
  | 'state'
  | 'set aside'
  | 'process'
  | 'temporary'
  | 'folder'
  | 'backup'
  | 'workspace';

export interface Entry {
  readonly kind: Kind;
  /** The feature, by its folder in `core`, or `main`. */
  readonly owner: string;
  /** In backups, and restored from them. */
  readonly backedUp: Answer;
  /** In the export of all data to the owner. */
  readonly exported: Answer;
  /** Removed when the owner deletes all data (`core/keeping/erasure`). What is in a folder has the answer of the folder. */
  readonly erased: Answer | typeof unlessKept;
  /** Copied when the data moves to another engine. */
  readonly migrated: Answer;
  /** Holds keys or tokens that any reader could use. */
  readonly secret: Answer;
}

const ofThisProcess = {
  backedUp: 'no: it describes one process, and means nothing after it',
  exported: 'no: it describes one process, and contains nothing about the owner',
  erased: 'no: it goes with the process',
  migrated: 'no: it describes one process on one machine',
} as const;

const unfinished = {
  kind: 'temporary',
  backedUp: 'no: an unfinished write has no value',
  exported: 'no: an unfinished write has no value',
  erased: 'yes',
  migrated: 'no: an unfinished write has no value',
} as const;

const setAside = {
  kind: 'set aside',
  backedUp: 'no: it could not be used, and a restore would not make it usable',
  exported: 'no: nothing in it could be read',
  erased: 'yes',
  migrated: 'no: it could not be used, and would not be usable elsewhere',
} as const;

/**
 * Everything that the engine writes to its data directory, by name. In a name, `<word>` stands for any
 * characters but a slash, and `/**` for all that is below a folder.
 */
export const inventory = {
  'history.db': {
    kind: 'database',
    owner: 'history',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: values that the engine knows as secrets are masked before they are written',
  },
  'memory.db': {
    kind: 'database',
    owner: 'memory',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: values that the engine knows as secrets are masked before they are written',
  },
  'engine.db': {
    kind: 'database',
    owner: 'graph',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: values that the engine knows as secrets are masked before they are written',
  },
  'datastore.db': {
    kind: 'database',
    owner: 'merges',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: values that the engine knows as secrets are masked before they are written',
  },
  'vault.db': {
    kind: 'database',
    owner: 'secrets',
    backedUp: 'yes',
    // Names and bindings; the value of a secret leaves only for the hosts it is bound to.
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: values are sealed with the key of the vault',
  },
  'vault.key': {
    kind: 'state',
    owner: 'secrets',
    backedUp: 'no: backups are sealed with it, so a copy beside them would open them to anyone',
    exported: 'no: it opens every secret',
    erased: unlessKept,
    migrated: 'no: the other engine has a key of its own',
    secret: 'yes',
  },
  'vault.key.next': {
    kind: 'state',
    owner: 'secrets',
    backedUp: 'no: backups are sealed with a key, so a copy beside them would open them to anyone',
    exported: 'no: it opens every secret once it has replaced the old key',
    erased: unlessKept,
    migrated: 'no: the other engine has a key of its own',
    secret: 'yes',
  },
  'vault.sealed': {
    kind: 'state',
    owner: 'secrets',
    backedUp: 'no: it says what was sealed anew here, which another vault.db does not take back',
    exported: 'no: it contains nothing about the owner',
    // The next start writes it again for a key that is kept.
    erased: 'yes',
    migrated: 'no: it says what was sealed anew here',
    secret: 'no: what is derived from a key there opens nothing',
  },
  'config.json': {
    kind: 'state',
    owner: 'config',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'yes',
  },
  'config.json.replaced-<time>': { ...setAside, owner: 'config', secret: 'yes' },
  'token.json': {
    kind: 'state',
    owner: 'auth',
    backedUp: 'no: clients of this engine know it, and a restore must not bring back one that was replaced',
    exported: 'no: it gives access to the engine',
    erased: 'no: it contains nothing about the owner, and clients would lose access',
    migrated: 'no: the other engine makes its own',
    secret: 'yes',
  },
  'token.json.corrupt-<time>': { ...setAside, owner: 'auth', secret: 'yes' },
  'logins.json': {
    kind: 'state',
    owner: 'auth',
    backedUp: 'no: a restore must not bring back a login that was ended',
    exported: 'no: it contains nothing about the owner but when pages logged in',
    erased: 'yes',
    migrated: 'no: a login belongs to the token of one engine',
    secret: 'no: it holds hashes, and none of them can be turned back into a login',
  },
  'logins.json.corrupt-<time>': {
    ...setAside,
    owner: 'auth',
    secret: 'no: it holds hashes, and none of them can be turned back into a login',
  },
  'people.json': {
    kind: 'state',
    owner: 'people',
    backedUp: 'no: a restore must not let anybody in who was disabled or removed since',
    exported: 'no: it contains ids of people, and nothing about them',
    erased: 'yes',
    migrated: 'no: whom it names is nobody to another engine',
    secret: 'no: it contains ids of people',
  },
  'clock.json': {
    kind: 'state',
    owner: 'expiry',
    backedUp:
      'no: it says what the clock of this machine showed, and after a restore that says nothing of the data',
    exported: 'no: it contains nothing about the owner',
    erased: 'yes',
    migrated: 'no: it says what the clock of this machine showed',
    secret: 'no: it contains times',
  },
  // Only where hosts start their tool server in the folder above: its `.svc` is the data directory then.
  'mcp-runs.json': {
    kind: 'state',
    owner: 'tool-runs',
    backedUp: 'no: it is written anew from history.db, and never read',
    exported: 'no: it is an index of what history.db says of runs',
    erased: 'yes',
    migrated: 'no: it is written anew from history.db',
    secret: 'no: it contains ids of runs, and why they failed, with secrets masked',
  },
  'mcp-runs.json.foreign': { ...setAside, owner: 'tool-runs', secret: 'no: it is no file of the engine' },
  'mcp-runs.json.foreign-<number>': {
    ...setAside,
    owner: 'tool-runs',
    secret: 'no: it is no file of the engine',
  },
  'pricing.json': {
    kind: 'state',
    owner: 'models',
    backedUp: 'yes',
    exported: 'no: it contains prices of models, and nothing about the owner',
    erased: 'no: it contains prices of models, and nothing about the owner',
    migrated: 'yes',
    secret: 'no: it contains prices of models',
  },
  apis: {
    kind: 'folder',
    owner: 'api-store',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: what is in it says so for itself',
  },
  'apis/<id>.json': {
    kind: 'state',
    owner: 'api-store',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: a profile names its secrets, and the vault has their values',
  },
  'apis/.svc-tmp-<random>': {
    ...unfinished,
    owner: 'api-store',
    secret: 'no: a profile names its secrets, and the vault has their values',
  },
  artifacts: {
    kind: 'folder',
    owner: 'artifacts',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: values that the engine knows as secrets are masked before they are written',
  },
  // Before the name that it would match, too.
  'artifacts/.svc-tmp-<random>': {
    ...unfinished,
    owner: 'artifacts',
    secret: 'no: values that the engine knows as secrets are masked before they are written',
  },
  'artifacts/<hash>': {
    kind: 'state',
    owner: 'artifacts',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: values that the engine knows as secrets are masked before they are written',
  },
  changesets: {
    kind: 'folder',
    owner: 'changesets',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: what is in it says so for itself',
  },
  'changesets/<copy>': {
    kind: 'state',
    owner: 'changesets',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: it is as secret as the file in the workspace that it is a copy of',
  },
  sweeps: {
    kind: 'folder',
    owner: 'merges',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: what is in it says so for itself',
  },
  'sweeps/.svc-tmp-<random>': {
    ...unfinished,
    owner: 'merges',
    secret: 'no: it holds details of people, and no key',
  },
  'sweeps/merge-<id>.json': {
    kind: 'state',
    owner: 'merges',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: it holds details of people, and no key',
  },
  workspace: {
    kind: 'workspace',
    owner: 'files',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: the agent reads all of it',
  },
  'workspace/**': {
    kind: 'workspace',
    owner: 'files',
    backedUp: 'yes',
    exported: 'yes',
    erased: 'yes',
    migrated: 'yes',
    secret: 'no: the agent reads all of it',
  },
  'instance.json': {
    kind: 'state',
    owner: 'backups',
    backedUp: 'yes',
    exported: 'no: it is a random id, and contains nothing about the owner',
    erased: 'no: it is a random id, by which copies elsewhere are known as those of this engine',
    migrated: 'no: the other engine is another instance',
    secret: 'no: it is a random id that manifests of backups show',
  },
  'backups.json': {
    kind: 'state',
    owner: 'backups',
    backedUp: 'no: it says what was found out about backups since they were made',
    exported: 'no: it describes backups, and contains nothing about the owner',
    erased: unlessKept,
    migrated: 'no: the backups stay on this machine',
    secret: 'no: it holds ids and times',
  },
  'uploads.json': {
    kind: 'state',
    owner: 'backups',
    backedUp: 'no: it says how far uploads to a drive are, and a restore does not change the drive',
    exported: 'no: it describes backups, and contains nothing about the owner',
    erased:
      'no: it says which copies in the drive are of this engine; the address of the account is taken out',
    migrated: 'no: the uploads are those of this machine',
    secret: 'no: it holds ids and times',
  },
  'uploads.json.corrupt-<time>': { ...setAside, owner: 'backups', secret: 'no: it holds ids and times' },
  'clouddrive-backup-root': {
    kind: 'state',
    owner: 'backups',
    backedUp: 'no: it names a folder in the account that is connected now',
    exported: 'no: it is the id of a folder, and contains nothing about the owner',
    erased: 'no: the folder and the copies in it stay in the drive',
    migrated: 'no: the other engine makes a folder of its own',
    secret: 'no: it is the id of a folder, which opens nothing',
  },
  backups: {
    kind: 'folder',
    owner: 'backups',
    backedUp: 'no: a backup in each backup would double its size each time',
    exported: 'no: what they hold is exported from where it lives',
    erased: unlessKept,
    migrated: 'no: they belong to the key of this engine',
    secret: 'no: what is in it says so for itself',
  },
  'backups/**': {
    kind: 'backup',
    owner: 'backups',
    backedUp: 'no: a backup in each backup would double its size each time',
    exported: 'no: what they hold is exported from where it lives',
    erased: unlessKept,
    migrated: 'no: they belong to the key of this engine',
    secret: 'yes',
  },
  'backup-scratch': {
    ...unfinished,
    kind: 'folder',
    owner: 'backups',
    secret: 'no: what is in it says so for itself',
  },
  'backup-scratch/**': { ...unfinished, kind: 'backup', owner: 'backups', secret: 'yes' },
  'export-scratch': {
    ...unfinished,
    kind: 'folder',
    owner: 'export',
    secret: 'no: what is in it says so for itself',
  },
  'export-scratch/**': { ...unfinished, kind: 'backup', owner: 'export', secret: 'yes' },
  'past-imports': {
    ...unfinished,
    kind: 'folder',
    owner: 'past',
    secret: 'no: what is in it says so for itself',
  },
  'past-imports/**': { ...unfinished, kind: 'backup', owner: 'past', secret: 'yes' },
  'storage-copy': {
    kind: 'folder',
    owner: 'main',
    backedUp: 'no: its files are moved into their places before anything is backed up',
    exported: 'no: its files are moved into their places before anything is exported',
    erased: 'yes',
    migrated: 'no: its files are moved into their places before anything is migrated',
    secret: 'no: what is in it says so for itself',
  },
  'storage-copy/**': { ...unfinished, kind: 'backup', owner: 'main', secret: 'yes' },
  'restore.json': {
    kind: 'state',
    owner: 'backups',
    backedUp: 'no: it says how far a restore is, and goes with its end',
    exported: 'no: it describes a restore, and contains nothing about the owner',
    erased: 'yes',
    migrated: 'no: it describes files of this directory',
    secret: 'no: it holds ids and names of files of the engine',
  },
  'restores.json': {
    kind: 'state',
    owner: 'backups',
    backedUp: 'no: it says what became of restores, and a restore must not take that back',
    exported: 'no: it describes restores, and contains nothing about the owner',
    erased: unlessKept,
    migrated: 'no: the backups stay on this machine',
    secret: 'no: it holds ids and times',
  },
  'restore-staging': {
    ...unfinished,
    kind: 'folder',
    owner: 'backups',
    secret: 'no: what is in it says so for itself',
  },
  'restore-staging/**': { ...unfinished, kind: 'backup', owner: 'backups', secret: 'yes' },
  'restore-aside': {
    kind: 'folder',
    owner: 'backups',
    backedUp: 'no: what is in it is in the safety backup',
    exported: 'no: a restore replaces it, or puts it back',
    erased: 'yes',
    migrated: 'no: a restore replaces it, or puts it back',
    secret: 'no: what is in it says so for itself',
  },
  'restore-aside/**': {
    kind: 'backup',
    owner: 'backups',
    backedUp: 'no: what is in it is in the safety backup',
    exported: 'no: a restore replaces it, or puts it back',
    erased: 'yes',
    migrated: 'no: a restore replaces it, or puts it back',
    secret: 'yes',
  },
  'migration.json': {
    kind: 'state',
    owner: 'migration',
    backedUp: 'no: it says whether this engine accepts a migration, and a restore must not take that back',
    exported: 'no: it describes a migration, and contains nothing about the owner',
    erased: 'yes',
    migrated: 'no: each engine accepts for itself',
    secret: 'yes',
  },
  'migration-outgoing': {
    ...unfinished,
    kind: 'folder',
    owner: 'migration',
    secret: 'no: what is in it says so for itself',
  },
  'migration-outgoing/**': { ...unfinished, kind: 'backup', owner: 'migration', secret: 'yes' },
  'migration-incoming': {
    ...unfinished,
    kind: 'folder',
    owner: 'migration',
    secret: 'no: what is in it says so for itself',
  },
  'migration-incoming/**': { ...unfinished, kind: 'backup', owner: 'migration', secret: 'yes' },
  'workspace-before-<id>': {
    kind: 'set aside',
    owner: 'backups',
    backedUp: 'no: all of it that a backup can hold is in the safety backup of its restore',
    exported: 'no: the owner can already read its files',
    erased: 'yes',
    migrated: 'no: a restore has replaced it, and it waits for its owner to look at it',
    secret: 'no: it was the workspace, of which the agent read all',
  },
  'erasure.json': {
    kind: 'state',
    owner: 'erasure',
    backedUp: 'no: it says how far an erasure is, and a restore must not take that back',
    exported: 'no: it describes an erasure, and contains nothing else about the owner',
    erased: 'no: it says what became of the last erasure',
    migrated: 'no: it describes files of this directory',
    secret: 'no: it holds names of files and numbers',
  },
  'erasure-going': {
    ...unfinished,
    kind: 'folder',
    owner: 'erasure',
    secret: 'no: what is in it says so for itself',
  },
  'erasure-going/**': { ...unfinished, owner: 'erasure', secret: 'yes' },
  '.svc-tmp-<random>': { ...unfinished, owner: 'main', secret: 'yes' },
  'lock.db': {
    ...ofThisProcess,
    kind: 'lock',
    owner: 'main',
    erased: 'no: it is empty, and the running engine holds it',
    secret: 'no: it is empty',
  },
  'lock.db-journal': {
    ...ofThisProcess,
    kind: 'lock',
    owner: 'main',
    erased: 'no: it is empty, and the running engine holds it',
    secret: 'no: it is empty',
  },
  'engine.json': {
    ...ofThisProcess,
    kind: 'process',
    owner: 'main',
    secret: 'no: it names a process and its socket',
  },
  'engine.json.corrupt-<id>': {
    ...setAside,
    owner: 'main',
    secret: 'no: it was a folder where the engine expects its record',
  },
  'engine.sock': {
    ...ofThisProcess,
    kind: 'process',
    owner: 'main',
    secret: 'no: only this user can connect to it',
  },
} as const satisfies Readonly<Record<string, Entry>>;

/** The name of an entry. Its type checks code that names a file of the data directory against the table. */
export type DataName = keyof typeof inventory;

/** The agent's default folder. Everything else in the data directory is out of its reach. */
export const agentFolder = 'workspace' satisfies DataName;

/**
 * Holds files of the data directory and of the workspace, by hard links and as plain copies, while they are backed up or
 * checked.
 */
export const scratchFolder = 'backup-scratch' satisfies DataName;

/** Databases that were copied from another storage, and are about to be moved into their places. */
export const copyFolder = 'storage-copy' satisfies DataName;

/** The same while they are exported. */
export const exportScratch = 'export-scratch' satisfies DataName;

/** Files of other assistants, until their conversations have come. */
export const pastFolder = 'past-imports' satisfies DataName;

/** Holds the files of a backup that is about to be restored; the second one the files that it replaces. */
export const stagingFolder = 'restore-staging' satisfies DataName;
export const asideFolder = 'restore-aside' satisfies DataName;

/** Holds what an erasure removes, until it is removed. */
export const goingFolder = 'erasure-going' satisfies DataName;
/** The copy that is being sent to another engine; and what has arrived from one, before it is restored. */
export const outgoingFolder = 'migration-outgoing' satisfies DataName;
export const incomingFolder = 'migration-incoming' satisfies DataName;

const entries = Object.entries(inventory) as readonly (readonly [DataName, Entry])[];

/**
 * Files that SQLite keeps beside an open database; the last exists while it creates one. A database that is copied,
 * moved or restored without them is damaged.
 */
export const besideDatabase = ['-wal', '-shm', '-journal'] as const;

const known = entries.map(([name, entry]) => ({ name, pattern: patternOf(name, entry.kind) }));

/** The entry for a path in the data directory (parts separated by `/`); null when there is none. */
export function entryOf(path: string): DataName | null {
  return known.find(({ pattern }) => pattern.test(path))?.name ?? null;
}

export const namesOf = (kind: Kind): readonly DataName[] =>
  entries.filter(([, entry]) => entry.kind === kind).map(([name]) => name);

function patternOf(name: string, kind: Kind): RegExp {
  const literal = name.replaceAll('.', String.raw`\.`);
  const beside = kind === 'database' ? `(?:${besideDatabase.join('|')})?` : '';
  const open = literal.replaceAll(/<[a-z]+>/gu, '[^/]+').replace(/\/\*\*$/u, '/.+');
  // A file of the workspace may have a line break in its name.
  return new RegExp(`^${open}${beside}$`, 'su');
}
