import { quote } from '../../kernel/quoted.ts';
import { say } from './says.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { WriteGate } from '../../kernel/write-gate.ts';
import { valueMask } from '../../trust/masking/value-mask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import { documentText, type DocumentHead } from './document.ts';
import { refuse } from './errors.ts';
import {
  DOCUMENT_NAME,
  FILE_SECTIONS,
  FILES_FOLDER,
  LEFT_OUT,
  type ExportProblem,
  type ExportProgress,
  plainSections,
} from './model.ts';
import { Moment } from './moment.ts';
import type { ArchiveEntry, DatabaseMoments, FileMoments, HeldFile, PackArchive } from './port.ts';
import { readmeText } from './readme.ts';
import { fileSections, maskedText, type Section } from './sections.ts';
import type { Words } from '../../ports/words.ts';

export interface ExportServiceDeps {
  readonly databases: DatabaseMoments;
  readonly files: FileMoments;
  readonly pack: PackArchive;
  /** The user's settings, with placeholders for secrets; null without any. */
  readonly config: () => Promise<JsonObject | null>;
  /** The JSON Schema of the document. */
  readonly schema: () => JsonObject;
  readonly knownSecrets: Pick<KnownSecrets, 'values'>;
  readonly gate: Pick<WriteGate, 'whileClosed'>;
  readonly serviceVersion: string;
  readonly isHosted: boolean;
  readonly words: Words;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface Exported {
  readonly contentType: 'application/json' | 'application/zip';
  readonly fileName: string;
  readonly body: AsyncIterable<Uint8Array>;
}

const NOTHING: ExportProgress = {
  state: 'none',
  section: null,
  items: 0,
  of: null,
  counts: {},
  bytes: 0,
  problems: [],
};

/**
 * Everything that belongs to the owner, of one moment, as a document or as a zip with the document and the files. It is
 * read while it is sent, in short pieces; one export is in progress at a time.
 */
export class ExportService {
  readonly #deps: ExportServiceDeps;
  #last: Ongoing = { progress: NOTHING };
  /** From the first step on until all that is held is released. */
  #isBusy = false;

  constructor(deps: ExportServiceDeps) {
    this.#deps = deps;
  }

  /** How far the export in progress is; without one, what became of the last. */
  progress(): ExportProgress {
    return this.#last.progress;
  }

  /** Every section that an export has, in its order. */
  get sectionNames(): readonly string[] {
    return [...this.#deps.databases.sectionNames, ...FILE_SECTIONS];
  }

  /**
   * How much there is of what a person knows, by the sections of an export, without those of a database that cannot be read
   * and of which there is none.
   * @throws faults of the databases
   */
  async counts(): Promise<Readonly<Record<string, number>>> {
    const pinned = this.#deps.databases.open().pin();
    try {
      const found: [string, number][] = [];
      for (const section of pinned.sections) {
        if (!plainSections.some((name) => name === section.name)) continue;
        const count = await section.count();
        if (count > 0) found.push([section.name, count]);
      }
      return Object.fromEntries(found);
    } finally {
      pinned.close();
    }
  }

  /**
   * Pins the moment. Reading the body to its end or leaving it releases it; so does a reader that takes nothing for a
   * minute: the document then ends with `complete: false`, and the zip breaks off.
   * `sections`: only these; null is all.
   * @throws Refusal export_hosted, export_in_progress, unknown_section, export_unavailable
   */
  async begin(sections: readonly string[] | null, { asZip }: { readonly asZip: boolean }): Promise<Exported> {
    const { isHosted, clock, log } = this.#deps;
    if (isHosted) throw refuse.export_hosted();
    const unknown = (sections ?? []).filter((name) => !this.sectionNames.includes(name));
    if (unknown.length > 0)
      throw refuse.unknown_section(
        { unknown, sections: this.sectionNames },
        say('export.unknown_section', { unknown, sections: this.sectionNames }),
      );
    if (this.#isBusy) throw refuse.export_in_progress();
    this.#isBusy = true;
    const own: Ongoing = { progress: { ...NOTHING, state: 'running' } };
    this.#last = own;
    const exportedAt = clock.now();
    try {
      const { moment, config } = await this.#pinned();
      const reading: Reading = { moment, config, exportedAt, wanted: sections, own };
      const pieces = asZip ? this.#zip(reading) : this.#document(reading, false);
      // With the time of day: several may be made on one. No system forbids these signs in a name.
      const at = new Date(exportedAt).toISOString().slice(0, 19).replaceAll(':', '-').replace('T', '-');
      const body = this.#followed(pieces, reading);
      return asZip
        ? { contentType: 'application/zip', fileName: `svc-export-${at}.zip`, body }
        : { contentType: 'application/json', fileName: `svc-export-${at}.json`, body };
    } catch (error) {
      this.#isBusy = false;
      own.progress = { ...own.progress, state: 'left' };
      if (isRefusal(error)) throw error;
      log.error('an export could not begin', { error });
      throw refuse.export_unavailable({}, undefined, error);
    }
  }

  async #pinned(): Promise<Pick<Reading, 'moment' | 'config'>> {
    const { databases, files, gate, clock } = this.#deps;
    const opened = databases.open();
    return await gate.whileClosed(async () => {
      const pinned = opened.pin();
      try {
        const config = await this.#config();
        const moment = new Moment(pinned, await files.pin(), clock, () => (this.#isBusy = false));
        return { moment, config };
      } catch (error) {
        pinned.close();
        throw error;
      }
    });
  }

  /** Unreadable settings are a problem of their section. */
  async #config(): Promise<Reading['config']> {
    try {
      const values = await this.#deps.config();
      return () => values;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  async *#document(
    { moment, config, exportedAt, wanted, own }: Reading,
    inZip: boolean,
  ): AsyncGenerator<Uint8Array> {
    const { serviceVersion, knownSecrets, log } = this.#deps;
    const { sections, unreadable, schemaVersions } = moment.databases;
    const head: DocumentHead = {
      exportedAt,
      serviceVersion,
      schemaVersions,
      sectionNames: this.sectionNames,
    };
    const isWanted = (name: string) => wanted === null || wanted.includes(name);
    const known = () => knownSecrets.values();
    const all: readonly Section[] = [
      ...sections,
      ...fileSections({ files: moment.files, config, inZip, known }),
    ];
    const counts: Record<string, number> = {};
    const encoder = new TextEncoder();
    const text = documentText({
      head,
      sections: all.filter(({ name }) => isWanted(name)),
      problems: [
        ...unreadable.flatMap(({ sections: lost, says }) =>
          lost.filter(isWanted).map((section) => ({ section, says: [says] })),
        ),
        ...(isWanted(LEFT_OUT) ? moment.files.skipped.flatMap(leftOut) : []),
      ],
      masked: valueMask(known),
      words: this.#deps.words,
      whyReleased: () => moment.whyReleased,
      at: (section, items, of) => {
        counts[section] = items;
        own.progress = { ...own.progress, section, items, of, counts };
      },
      failed: (section, error) => log.error('a section could not be exported', { section, error }),
      ended: (problems: readonly ExportProblem[]) => (own.progress = { ...own.progress, problems }),
    });
    for await (const piece of text) yield counted(own, encoder.encode(piece));
  }

  async *#zip(reading: Reading): AsyncGenerator<Uint8Array> {
    const { moment, exportedAt, wanted } = reading;
    const { pack, schema } = this.#deps;
    const own = (path: string, content: () => AsyncIterable<Uint8Array>): ArchiveEntry => ({
      path,
      kind: 'file',
      mode: null,
      modifiedAt: exportedAt,
      content,
    });
    const files = moment.files.files.filter(({ path }) => isInZip(path, wanted));
    yield* pack([
      own('README.md', () => textPiece(readmeText(exportedAt, this.#deps.serviceVersion))),
      own('export.schema.json', () => textPiece(`${JSON.stringify(schema(), null, 2)}\n`)),
      own(DOCUMENT_NAME, () => this.#document(reading, true)),
      ...files.map((file): ArchiveEntry => ({
        path: `${FILES_FOLDER}/${file.path}`,
        kind: file.kind,
        mode: file.mode,
        modifiedAt: file.modifiedAt ?? exportedAt,
        content: () => this.#content(reading, file),
      })),
    ]);
  }

  async *#content({ moment, own }: Reading, file: HeldFile): AsyncGenerator<Uint8Array> {
    own.progress = { ...own.progress, section: file.path, items: 0, of: null };
    if (moment.whyReleased !== null) throw new Error(moment.whyReleased.code);
    if (!file.path.startsWith('artifacts/')) {
      for await (const piece of file.read()) yield counted(own, piece);
      return;
    }
    const encoder = new TextEncoder();
    for await (const piece of maskedText(file, this.#deps.knownSecrets.values()))
      yield counted(own, encoder.encode(piece));
  }

  /** Releases the moment with the end of the reading, also where it is left before it began. */
  #followed(pieces: AsyncGenerator<Uint8Array>, { moment, own }: Reading): AsyncIterable<Uint8Array> {
    const { log } = this.#deps;
    const ended = async (isWhole: boolean) => {
      const { problems, bytes, state } = own.progress;
      if (state !== 'running') return;
      const now = !isWhole ? 'left' : problems.length === 0 ? 'complete' : 'incomplete';
      own.progress = { ...own.progress, section: null, state: now };
      await moment.close().catch((error: unknown) => log.warn('files of an export are left over', { error }));
      log.info('[svc:export] an export ended', {
        state: now,
        bytes,
        problems: problems.map(({ section, says }) => `${section}: ${this.#deps.words.inEnglish(says)}`),
      });
    };
    const next = async () => {
      moment.taken();
      try {
        const result = await pieces.next();
        if (result.done === true) await ended(true);
        moment.taken();
        return result;
      } catch (error) {
        await ended(false);
        throw error;
      }
    };
    const left = async () => {
      await ended(false);
      return await pieces.return(undefined);
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: left }) };
  }
}

/** An export, as it tells how far it is. */
interface Ongoing {
  progress: ExportProgress;
}

interface Reading {
  readonly moment: Moment;
  /** @throws Refusal if they cannot be read */
  readonly config: () => JsonObject | null;
  readonly exportedAt: number;
  /** The sections; null is all. */
  readonly wanted: readonly string[] | null;
  readonly own: Ongoing;
}

function counted(own: Ongoing, piece: Uint8Array): Uint8Array {
  own.progress = { ...own.progress, bytes: own.progress.bytes + piece.length };
  return piece;
}

/** Files belong to sections. Profiles and records of merges are in the document, with their secrets masked. */
function isInZip(path: string, wanted: readonly string[] | null): boolean {
  const [folder = ''] = path.split('/');
  const section = {
    artifacts: 'artifactContents',
    changesets: 'changesetCopies',
    workspace: 'workspaceFiles',
  }[folder];
  return section !== undefined && (wanted === null || wanted.includes(section));
}

/** Links and special files have no content that could be missing. */
const WHY_LEFT_OUT: Readonly<Partial<Record<string, 'export.file_name' | 'export.file_unread'>>> = {
  name: 'export.file_name',
  unreadable: 'export.file_unread',
};

const leftOut = ({ path, reason }: { readonly path: string; readonly reason: string }): ExportProblem[] => {
  const code = WHY_LEFT_OUT[reason];
  return code === undefined ? [] : [{ section: LEFT_OUT, says: [say(code, { path: quote(path) })] }];
};

async function* textPiece(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
