import { say } from './says.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { WriteGate } from '../../kernel/write-gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import { refuse } from './errors.ts';
import { FILE_SECTIONS, LEFT_OUT, NOTHING, type ExportProgress, plainSections } from './model.ts';
import { Moment, pinnedTogether } from './moment.ts';
import type { DatabaseMoments, FileMoments, PackArchive } from './port.ts';
import { readmeText } from './readme.ts';
import { fileSections } from './sections.ts';
import {
  isInZip,
  Ongoing,
  problemsOf,
  sending,
  unreadSections,
  type Exported,
  type Sent,
} from './sending.ts';
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

/**
 * Everything that belongs to the owner, of one moment, as a document or as a zip with the document and the files. It is
 * read while it is sent, in short pieces; one export is in progress at a time.
 */
export class ExportService {
  readonly #deps: ExportServiceDeps;
  #last: Pick<Ongoing, 'progress'> = { progress: NOTHING };
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
    const { counts } = await this.#deps.databases.counts((section) =>
      plainSections.some((name) => name === section),
    );
    return Object.fromEntries([...counts].filter(([, count]) => count > 0));
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
    const own = new Ongoing();
    this.#last = own;
    const exportedAt = clock.now();
    try {
      const { moment, config } = await this.#pinned();
      const sent = this.#sent({ moment, config, exportedAt, wanted: sections, own });
      return sending(sent, { asZip, name: 'svc-export' }, this.#deps);
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
    let config: Reading['config'] = () => null;
    const pinned = await pinnedTogether(await databases.open(), gate, async () => {
      config = await this.#config();
      return await files.pin();
    });
    return {
      moment: new Moment(pinned.databases, pinned.files, clock, () => (this.#isBusy = false)),
      config,
    };
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

  #sent({ moment, config, exportedAt, wanted, own }: Reading): Sent {
    const { serviceVersion, knownSecrets, schema } = this.#deps;
    const { sections, unreadable } = moment.databases;
    const { files } = moment;
    const isWanted = (name: string) => wanted === null || wanted.includes(name);
    const known = () => knownSecrets.values();
    return {
      moment,
      exportedAt,
      sectionNames: this.sectionNames,
      sections: ({ inZip }) =>
        [...sections, ...fileSections({ files, config, inZip, known })].filter(({ name }) => isWanted(name)),
      problems: () => [
        ...unreadSections(unreadable).filter(({ section }) => isWanted(section)),
        ...(isWanted(LEFT_OUT) ? problemsOf(files) : []),
      ],
      files: files.files.filter(({ path }) => isInZip(path, isWanted)),
      isDocumentLast: false,
      readme: readmeText(exportedAt, serviceVersion),
      schema,
      known,
      own,
    };
  }
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
