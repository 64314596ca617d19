import type { Says } from '../../kernel/says.ts';
import { say as sayArrived } from '../backups/says.ts';
import { say, sayFault } from './says.ts';
import { besideDatabase, type DataName } from '../../instance/data-directory/inventory.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Log } from '../../ports/log.ts';
import { CLOUD_GRANT } from '../../trust/secrets/model.ts';
import { refuse } from './errors.ts';
import type {
  DatabaseStage,
  ImportArchive,
  ImportFiles,
  ListedFile,
  ReplacedNames,
  Replacing,
} from './import-port.ts';
import type { DatabaseMoments, FileMoments } from './port.ts';
import { Reading, WORKSPACE, type Where } from './reading.ts';
import { unusable } from './unusable.ts';
import { plainSections } from './model.ts';

export interface ImportServiceDeps {
  readonly databases: DatabaseMoments;
  readonly files: FileMoments;
  readonly stage: DatabaseStage;
  readonly importFiles: ImportFiles;
  readonly replacing: Replacing;
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
  readonly left: readonly Says[];
}

/** What an engine without data may have: secrets and settings stay, and the engine reads its own memory for names. */
const OF_EMPTY: readonly string[] = ['secrets', 'secretBindings', 'profileBindings', 'graphMarks'];
/** The owner is among the people from the first start on. */
const FROM_THE_START: Readonly<Record<string, number>> = { people: 1 };

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
    const { counts, unreadable } = await databases.counts((section) => !OF_EMPTY.includes(section));
    const [lost] = unreadable;
    if (lost)
      throw refuse.import_not_empty({ database: lost.name }, [lost.says, say('export.nothing_changed')]);
    for (const [name, count] of counts) if (count > (FROM_THE_START[name] ?? 0)) found[name] = count;
    const held = await files.pin();
    await held.close();
    for (const { path } of held.files.filter(({ kind }) => kind === 'file')) {
      const [top = ''] = path.split('/');
      found[`files in ${top}`] = (found[`files in ${top}`] ?? 0) + 1;
    }
    const all = Object.entries(found);
    if (all.length === 0) return;
    throw refuse.import_not_empty({ found }, say('export.import_not_empty', mostOf(found)));
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
    const { importFiles, stage, settings, withWorkspace } = this.#deps;
    const { databases, files, texts, config, counts, secrets } = reading;
    if (!databases) throw unusable(sayFault('unusable.no_sections'));
    const left: Says[] = [];
    const isTaken = ({ path }: ListedFile) => withWorkspace || topOf(path) !== WORKSPACE;
    if (!withWorkspace && files.some(({ path }) => topOf(path) === WORKSPACE))
      left.push(sayArrived('arrived.workspace'));
    for (const file of await archive.unpack(files.filter(isTaken), withWorkspace ? null : WORKSPACE)) {
      if (topOf(file.path) !== 'artifacts' || file.path === `artifacts/${file.sha256}`) continue;
      // A secret that became known later was masked in it.
      databases.renameContent(file.path.slice('artifacts/'.length), file.sha256, file.sizeBytes);
      await importFiles.rename(folder, file.path, `artifacts/${file.sha256}`);
    }
    for (const { path, text } of texts) await importFiles.write(folder, path, text);
    left.push(...(await databases.settle(at)));
    const { text, left: unset } = config === null ? NO_SETTINGS : await settings(config);
    if (unset.length > 0) left.push(sayArrived('arrived.settings', { keys: unset }));
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
    // No secret that its owner could set: a login gives it.
    if (secrets.includes(CLOUD_GRANT)) left.push(sayArrived('arrived.google'));
    const typed = secrets.filter((name) => name !== CLOUD_GRANT);
    return { sets, restoredFiles, told: { counts: Object.fromEntries(counts), secrets: typed, left } };
  }
}

const MOST_NAMED = 3;

/** The largest of what its owner knows. */
function mostOf(all: Readonly<Record<string, number>>) {
  const plain = plainSections
    .flatMap((section) => (all[section] === undefined ? [] : [{ section, count: all[section] }]))
    .toSorted((one, other) => other.count - one.count);
  if (plain.length === 0) return { found: [say('export.notes_of_work')], more: false };
  const found = plain.slice(0, MOST_NAMED).map((one) => say('export.items', one));
  return { found, more: Object.keys(all).length > found.length };
}

const NO_SETTINGS = { text: null, left: [] } as const;

const topOf = (path: string): string => path.split('/')[0] ?? '';

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

function unusableFor(error: unknown, where: Where | null): unknown {
  if (isRefusal(error)) return error;
  const { name, says } = error as { readonly name?: unknown; readonly says?: Says };
  const code = typeof name === 'string' ? WHY[name] : undefined;
  const why = name === 'UnusableItem' || name === 'Unreadable' ? says : code && sayFault(code);
  if (why === undefined) return error;
  return unusable(where === null ? why : sayFault('unusable.in', { why, ...where }));
}

const WHY: Readonly<Partial<Record<string, 'unusable.encoding' | 'unusable.digits' | 'unusable.not_json'>>> =
  {
    TypeError: 'unusable.encoding',
    InexactNumber: 'unusable.digits',
    SyntaxError: 'unusable.not_json',
  };
