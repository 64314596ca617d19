import { besideDatabase, entryOf, type DataName } from '../data-directory/inventory.ts';
import { isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';
import { isRefusal, type RefusalFacts } from '../kernel/refusal.ts';
import type { Log } from '../ports/log.ts';
import { refuse } from './errors.ts';
import { exportLimits } from './limits.ts';
import type {
  DatabaseStage,
  ImportArchive,
  ImportFiles,
  ListedFile,
  ReplacedNames,
  Replacing,
  StagedDatabases,
} from './import-port.ts';
import { EXPORT_FORMAT, EXPORT_FORMAT_VERSION, FILE_SECTIONS, type FileSection } from './model.ts';
import type { DatabaseMoments, FileMoments } from './port.ts';
import { DocumentScanner } from './scanner.ts';

export interface ImportServiceDeps {
  readonly databases: DatabaseMoments;
  readonly files: FileMoments;
  readonly stage: DatabaseStage;
  readonly importFiles: ImportFiles;
  readonly replacing: Replacing;
  /** Marks what comes in as restored from elsewhere: what happens by itself waits for the owner's word. */
  readonly restored: (file: string, at: number) => Promise<void>;
  /** A settings file with these settings added, null where that adds nothing; and the keys that it leaves out. @throws Refusal */
  readonly settings: (
    given: JsonObject,
  ) => Promise<{ readonly text: string | null; readonly left: readonly string[] }>;
  /** Whether the workspace is in the data directory. */
  readonly withWorkspace: boolean;
  readonly log: Pick<Log, 'info'>;
}

export interface Imported {
  readonly operationId: string;
  /** Items by section, and files. */
  readonly counts: Readonly<Record<string, number>>;
  /** Names of secrets that have to be set again. */
  readonly secrets: readonly string[];
  /** Sentences. */
  readonly left: readonly string[];
}

/** What an engine without data may have: secrets and settings stay, and the engine reads its own memory for names. */
const OF_EMPTY: readonly string[] = ['secrets', 'secretBindings', 'profileBindings', 'graphMarks'];

const FOLDERS = ['apis', 'artifacts', 'changesets', 'sweeps'] as const satisfies readonly DataName[];

/** Reads an export back into an engine that has no data. */
export class ImportService {
  readonly #deps: ImportServiceDeps;

  constructor(deps: ImportServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once all of the zip was checked, and it is on disk that the import happens; the engine then restarts on it.
   * @returns what came in, and the id under which the outcome is told, as of a restore
   * @throws Refusal import_not_empty, import_unusable, operation_in_progress, backup_space, backup_folder, disk_full,
   *   storage_error
   */
  async import(body: AsyncIterable<Uint8Array>): Promise<Imported> {
    const { replacing, log } = this.#deps;
    await this.confirmEmpty();
    let told: Omit<Imported, 'operationId'> = { counts: {}, secrets: [], left: [] };
    const operationId = await replacing.begin(async (folder, at) => {
      const staged = await this.#staged(folder, at, body);
      told = staged.told;
      return { ...staged, confirm: async () => await this.confirmEmpty() };
    });
    log.info('[svc:export] an import begins', { operationId });
    return { operationId, ...told };
  }

  /** Whether nothing of its owner is in this engine, but secrets and settings. @throws Refusal import_not_empty */
  async confirmEmpty(): Promise<void> {
    const { databases, files } = this.#deps;
    const found: Record<string, number> = {};
    const pinned = databases.open().pin();
    try {
      const [lost] = pinned.unreadable;
      if (lost)
        throw refuse.import_not_empty({ database: lost.name }, `${lost.problem} Nothing was changed.`);
      for (const section of pinned.sections.filter(({ name }) => !OF_EMPTY.includes(name))) {
        const count = await section.count();
        if (count > 0) found[section.name] = count;
      }
    } finally {
      pinned.close();
    }
    const held = await files.pin();
    await held.close();
    for (const { path } of held.files.filter(({ kind }) => kind === 'file')) {
      const [top = ''] = path.split('/');
      found[`files in ${top}`] = (found[`files in ${top}`] ?? 0) + 1;
    }
    const all = Object.entries(found);
    if (all.length === 0) return;
    throw refuse.import_not_empty(
      { found },
      `This engine has data already, and an import goes into an empty one only: ${inPlainWords(found)}. Nothing was changed. Use another data directory (SVC_DATA_DIR), or svc erase after an export.`,
    );
  }

  async #staged(folder: string, at: number, body: AsyncIterable<Uint8Array>) {
    const { importFiles } = this.#deps;
    const archive = await importFiles.receive(folder, body);
    let reading: Reading | null = null;
    try {
      reading = new Reading(folder, this.#deps);
      for await (const text of textOf(archive.document())) reading.feed(text);
      reading.end();
      return await this.#made(reading, archive, folder, at);
    } catch (error) {
      throw unusableFor(error, reading?.where ?? null);
    } finally {
      reading?.databases?.close();
      archive.close();
    }
  }

  async #made(reading: Reading, archive: ImportArchive, folder: string, at: number) {
    const { importFiles, stage, settings, restored, withWorkspace } = this.#deps;
    const { databases, files, texts, config, counts, secrets } = reading;
    if (!databases) throw unusable('it has no sections');
    const left: string[] = [];
    const isTaken = ({ path }: ListedFile) => withWorkspace || topOf(path) !== WORKSPACE;
    if (!withWorkspace && files.some(({ path }) => topOf(path) === WORKSPACE))
      left.push(
        'The workspace of this engine is elsewhere: the files of the export are in files/workspace of the zip.',
      );
    for (const file of await archive.unpack(files.filter(isTaken), withWorkspace ? null : WORKSPACE)) {
      if (topOf(file.path) !== 'artifacts' || file.path === `artifacts/${file.sha256}`) continue;
      // A secret that became known later was masked in it.
      databases.renameContent(file.path.slice('artifacts/'.length), file.sha256, file.sizeBytes);
      await importFiles.rename(folder, file.path, `artifacts/${file.sha256}`);
    }
    for (const { path, text } of texts) await importFiles.write(folder, path, text);
    await databases.settle(at);
    await restored(`${folder}/history.db`, at);
    const { text, left: unset } = config === null ? NO_SETTINGS : await settings(config);
    if (unset.length > 0)
      left.push(
        `Settings that say where data and keys go, who may come in, or what may be spent, are not taken from a file: ${unset.join(', ')}. Set them yourself.`,
      );
    if (text !== null) await importFiles.write(folder, 'config.json', text);
    await importFiles.settle(folder);
    const tops = new Set([...files.filter(isTaken), ...texts].map(({ path }) => topOf(path)));
    const whole = [
      ...FOLDERS,
      ...(withWorkspace ? [WORKSPACE] : []),
      ...(text === null ? [] : ['config.json']),
    ];
    const sets: readonly ReplacedNames[] = [
      // A log must never meet another database.
      ...stage.names.map((name) => ({
        out: [name, ...besideDatabase.map((end) => `${name}${end}`)],
        in: [name],
      })),
      ...whole.map((name) => ({ out: [name], in: tops.has(name) || name === 'config.json' ? [name] : [] })),
    ];
    const restoredFiles = files.length + texts.length + stage.names.length;
    return { sets, restoredFiles, told: { counts: Object.fromEntries(counts), secrets, left } };
  }
}

/** Sections that an owner knows, as they are told. */
const PLAIN: Readonly<Record<string, string>> = {
  threads: 'conversations',
  memory: 'memories',
  entities: 'people, organizations and things',
  records: 'records of collections',
  tasks: 'tasks',
  triggers: 'schedules, watches and reminders',
  workflows: 'workflows',
  artifacts: 'artifacts',
  deals: 'deals',
  'files in workspace': 'files in the workspace',
};
const MOST_NAMED = 3;

/** The largest of them. */
function inPlainWords(found: Readonly<Record<string, number>>): string {
  const plain = Object.entries(PLAIN)
    .flatMap(([name, words]) => (found[name] === undefined ? [] : [{ words, count: found[name] }]))
    .toSorted((one, other) => other.count - one.count);
  if (plain.length === 0) return 'what it noted about its work';
  const named = plain.slice(0, MOST_NAMED).map(({ words, count }) => `${words} (${count})`);
  return [...named, ...(Object.keys(found).length > named.length ? ['and more'] : [])].join(', ');
}

const WORKSPACE = 'workspace' satisfies DataName;
const NO_SETTINGS = { text: null, left: [] } as const;

const topOf = (path: string): string => path.split('/')[0] ?? '';

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

const unusable = (why: string, facts: RefusalFacts = {}) =>
  refuse.import_unusable(facts, `This export cannot be imported: ${why}. Nothing was changed.`);

function unusableFor(error: unknown, where: string | null): unknown {
  if (isRefusal(error)) return error;
  const { name, message } = error as { readonly name?: unknown; readonly message?: unknown };
  const place = where === null ? '' : `, in ${where}`;
  if (name === 'UnusableItem' || name === 'Unreadable') return unusable(`${String(message)}${place}`);
  if (name === 'TypeError') return unusable(`its text is not UTF-8, or not as an export has it${place}`);
  if (name === 'SyntaxError') return unusable(`it is not JSON${place}`);
  return error;
}

/** What a document has said so far. */
class Reading {
  readonly files: ListedFile[] = [];
  readonly texts: { readonly path: string; readonly text: string }[] = [];
  readonly secrets: string[] = [];
  readonly counts = new Map<string, number>();
  config: JsonObject | null = null;
  databases: StagedDatabases | null = null;
  where: string | null = null;
  readonly #folder: string;
  readonly #stage: DatabaseStage;
  readonly #known: readonly string[];
  readonly #fields = new Map<string, Json>();
  readonly #facts = new Map<string, Json>();
  readonly #scanner = new DocumentScanner();
  /** Of all texts: they are held until they are written. */
  #textChars = 0;

  constructor(folder: string, { stage, databases }: Pick<ImportServiceDeps, 'stage' | 'databases'>) {
    this.#folder = folder;
    this.#stage = stage;
    this.#known = [...databases.sectionNames, ...FILE_SECTIONS];
  }

  /** @throws Refusal import_unusable, UnusableItem, Unreadable, SyntaxError */
  feed(text: string): void {
    for (const said of this.#scanner.feed(text))
      switch (said.found) {
        case 'field':
          this.#fields.set(said.name, JSON.parse(said.text) as Json);
          break;
        case 'section':
          this.where = said.name;
          this.#section(said.name);
          break;
        case 'fact':
          if (said.name === 'count') this.#facts.set(said.section, JSON.parse(said.text) as Json);
          break;
        case 'item': {
          const count = (this.counts.get(said.section) ?? 0) + 1;
          this.counts.set(said.section, count);
          this.where = `item ${count} of ${said.section}`;
          const item: unknown = JSON.parse(said.text);
          if (!isJsonObject(item)) throw unusable(`${this.where} is no object`);
          this.#item(said.section, item);
          break;
        }
      }
  }

  /** @throws Refusal import_unusable, Unreadable */
  end(): void {
    this.#scanner.end();
    this.where = null;
    if (this.#fields.get('complete') !== true)
      throw unusable('it is not complete: it says so at its end, and what is missing under problems');
    for (const [name, count] of this.counts)
      if (this.#facts.get(name) !== count)
        throw unusable(
          `${name} says that it has ${String(this.#facts.get(name))} items, and it has ${count}`,
        );
    const named = this.#fields.get('sectionNames');
    const missing = (Array.isArray(named) ? named : []).filter((name) => !this.counts.has(String(name)));
    if (!Array.isArray(named) || missing.length > 0)
      throw unusable(`it has only some of its sections (${missing.slice(0, 3).join(', ')} is missing)`);
  }

  #section(name: string): void {
    this.databases ??= this.#begun();
    if (!this.#known.includes(name)) throw unusable(`this version of svc knows no section ${name}`);
    if (this.counts.has(name)) throw unusable(`the section ${name} comes twice`);
    this.counts.set(name, 0);
  }

  /** With the first section: what is before it says whether it can be read. */
  #begun(): StagedDatabases {
    const { schemaVersions: newest } = this.#stage;
    if (this.#fields.get('format') !== EXPORT_FORMAT)
      throw unusable('it does not say that it is an export of svc');
    const version = this.#fields.get('formatVersion');
    if (typeof version !== 'number' || version > EXPORT_FORMAT_VERSION)
      throw unusable('a newer version of svc wrote it. Import it with that version');
    const given = this.#fields.get('schemaVersions');
    if (!isJsonObject(given)) throw unusable('it does not say the versions of its databases');
    const versions: Record<string, number> = {};
    for (const [name, most] of Object.entries(newest)) {
      const one = given[name];
      if (typeof one !== 'number' || !Number.isInteger(one) || one < 1)
        throw unusable(`it does not say the version of ${name}`);
      if (one > most)
        throw unusable(
          `${name} in it has schema version ${one}, and this version of svc knows up to ${most}. Import it with version ${String(this.#fields.get('serviceVersion'))} of svc, or a newer one`,
        );
      versions[name] = one;
    }
    return this.#stage.begin(this.#folder, versions);
  }

  #item(section: string, item: JsonObject): void {
    if (section === 'secrets') this.secrets.push(textIn(item, 'name'));
    if (Object.hasOwn(this.#stage.notImported, section)) return;
    const ofFile = FILE_SECTIONS.find((name) => name === section);
    if (ofFile) this.#fileItem(ofFile, item);
    else this.databases?.add(section, item);
  }

  #fileItem(section: FileSection, item: JsonObject): void {
    switch (section) {
      case 'config':
        this.config = item;
        return;
      case 'apiProfiles':
        return this.#text('apis/<id>.json', `apis/${textIn(item, 'name')}`, item);
      case 'mergeRecords':
        return this.#text('sweeps/merge-<id>.json', `sweeps/${textIn(item, 'name')}`, item);
      case 'artifactContents':
        return this.#file('artifacts/<hash>', `artifacts/${hashIn(item)}`, null, item);
      case 'changesetCopies':
        return this.#file('changesets/<copy>', `changesets/${textIn(item, 'copyId')}`, sizeIn(item), item);
      case 'workspaceFiles': {
        const path = textIn(item, 'path');
        return this.#file(path === WORKSPACE ? 'workspace' : 'workspace/**', path, sizeIn(item), item);
      }
      case 'skippedFiles':
        return;
    }
  }

  #text(name: DataName, path: string, { content, text }: JsonObject): void {
    confirmPlace(name, path);
    if (this.texts.some((one) => one.path === path)) throw unusable('a file comes twice');
    const whole = typeof text === 'string' ? text : `${JSON.stringify(content ?? null, null, 2)}\n`;
    this.#textChars += whole.length;
    if (this.#textChars > exportLimits.textChars)
      throw unusable('its profiles of APIs and records of merges are larger than any that svc writes');
    this.texts.push({ path, text: whole });
  }

  #file(
    name: DataName,
    path: string,
    sizeBytes: number | null,
    { kind, mode, modifiedAt }: JsonObject,
  ): void {
    confirmPlace(name, path);
    this.files.push({
      path,
      kind: kind === 'folder' ? 'folder' : 'file',
      sizeBytes,
      mode: typeof mode === 'number' ? mode : null,
      modifiedAt: typeof modifiedAt === 'string' ? instantIn(modifiedAt) : null,
    });
  }
}

/** A path leads nowhere but to its place in the data directory. */
function confirmPlace(name: DataName, path: string): void {
  const parts = path.split('/');
  const isPlain = parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/u.test(part) && part.length <= 255,
  );
  if (!isPlain || parts.length > MOST_PARTS || entryOf(path) !== name)
    throw unusable('a file in it has a name that no export has');
}

const MOST_PARTS = 200;

function textIn(item: JsonObject, field: string): string {
  const text = item[field];
  if (typeof text !== 'string') throw unusable(`an item has no ${field}`);
  return text;
}

function hashIn(item: JsonObject): string {
  const hash = textIn(item, 'contentHash');
  if (!/^[0-9a-f]{64}$/u.test(hash)) throw unusable('a hash is none');
  return hash;
}

function sizeIn({ sizeBytes }: JsonObject): number {
  if (typeof sizeBytes !== 'number') throw unusable('a file has no size');
  return sizeBytes;
}

function instantIn(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw unusable('a time is none');
  return instant;
}
