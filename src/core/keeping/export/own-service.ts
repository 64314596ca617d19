import type { PersonId } from '../../kernel/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { WriteGate } from '../../kernel/write-gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log, MaskedFor } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import type { Asker } from '../../trust/people/model.ts';
import type { SecretsOfPerson } from '../../trust/secrets/service.ts';
import { refuse } from './errors.ts';
import { NAMES_FILES, OWN_FILE_SECTIONS, OWN_SECRETS } from './model.ts';
import { Moment, pinnedTogether } from './moment.ts';
import type {
  DatabaseMoments,
  FileMoments,
  HeldFile,
  OwnFiles,
  PackArchive,
  ReadFor,
  SectionReader,
} from './port.ts';
import { ownReadmeText } from './readme.ts';
import { fileSections, type Section } from './sections.ts';
import { Ongoing, problemsOf, sending, unreadSections, type Exported, type Sent } from './sending.ts';

export interface OwnExportDeps {
  readonly databases: DatabaseMoments;
  readonly files: FileMoments;
  readonly ownFiles: (person: PersonId) => Promise<OwnFiles>;
  readonly isOwnPath: (person: PersonId) => ReadFor['isOwnPath'];
  readonly secrets: { of(person: PersonId): Pick<SecretsOfPerson, 'list'> };
  readonly pack: PackArchive;
  /** The JSON Schema of the document. */
  readonly schema: () => JsonObject;
  readonly masked: Pick<MaskedFor, 'valuesFor'>;
  readonly gate: Pick<WriteGate, 'whileClosed'>;
  readonly serviceVersion: string;
  readonly words: Words;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * What is one person's own, in the form of the owner's export: rows of one moment, which say that they are theirs or hang on
 * such rows, and their files. Nothing of others, and nothing that everybody has. For the owner, too, it has their own things and
 * not those of the house, which their export of everything has. Each person has one in progress at a time.
 */
export class OwnExportService {
  readonly #deps: OwnExportDeps;
  readonly #busy = new Set<PersonId>();

  constructor(deps: OwnExportDeps) {
    this.#deps = deps;
  }

  /** Every section that it has, in its order. */
  get sectionNames(): readonly string[] {
    return [...this.#deps.databases.ownSectionNames, OWN_SECRETS, ...OWN_FILE_SECTIONS];
  }

  /**
   * Reading the body to its end or leaving it releases the moment; so does a reader that takes nothing for a minute, as with the
   * export of everything.
   * @throws Refusal export_in_progress, export_unavailable
   */
  async begin({ person }: Asker, { asZip }: { readonly asZip: boolean }): Promise<Exported> {
    const { clock, log } = this.#deps;
    if (this.#busy.has(person)) throw refuse.export_in_progress();
    this.#busy.add(person);
    const exportedAt = clock.now();
    let moment: Moment | null = null;
    try {
      moment = await this.#pinned(person);
      const sent = await this.#sent(person, moment, exportedAt);
      return sending(sent, { asZip, name: 'svc-own-export' }, this.#deps);
    } catch (error) {
      await moment?.close().catch(() => undefined);
      this.#busy.delete(person);
      if (isRefusal(error)) throw error;
      log.error('an export could not begin', { error });
      throw refuse.export_unavailable({}, undefined, error);
    }
  }

  async #pinned(person: PersonId): Promise<Moment> {
    const { databases, files, gate, clock, isOwnPath } = this.#deps;
    const opened = await databases.open({ person, isOwnPath: isOwnPath(person) });
    const pinned = await pinnedTogether(opened, gate, async () => await files.pin(false));
    return new Moment(pinned.databases, pinned.files, clock, () => this.#busy.delete(person));
  }

  async #sent(person: PersonId, moment: Moment, exportedAt: number): Promise<Sent> {
    const { serviceVersion, masked, schema } = this.#deps;
    const { sections, unreadable } = moment.databases;
    const known = () => masked.valuesFor(person);
    const inWorkspace = await this.#deps.ownFiles(person);
    const files = [...(await this.#held(moment)), ...inWorkspace.files];
    const names = this.sectionNames;
    return {
      moment,
      exportedAt,
      sectionNames: names,
      sections: ({ inZip }) => [
        ...sections,
        this.#secrets(person),
        ...ownFileSections(files, inWorkspace, { inZip, known }),
      ],
      problems: () => [
        ...unreadSections(unreadable).filter(({ section }) => names.includes(section)),
        ...problemsOf(inWorkspace),
      ],
      files,
      isDocumentLast: true,
      readme: ownReadmeText(exportedAt, serviceVersion),
      schema,
      known,
      own: new Ongoing(),
    };
  }

  /** Of the contents that are kept by a name, those that rows of this person name. */
  async #held({ databases, files }: Moment): Promise<readonly HeldFile[]> {
    const named = new Set<string>();
    for (const section of databases.sections)
      if (NAMES_FILES.has(section.name)) await eachNamed(section, (path) => named.add(path));
    return files.files.filter(({ path }) => named.has(path));
  }

  #secrets(person: PersonId): Section {
    const kept = () =>
      this.#deps.secrets
        .of(person)
        .list()
        .filter(({ source }) => source === 'vault');
    return {
      name: OWN_SECRETS,
      count: async () => kept().length,
      pages: async function* () {
        yield kept().map(({ name, updatedAt }) => ({
          name,
          updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
        }));
      },
    };
  }
}

function ownFileSections(
  files: readonly HeldFile[],
  { skipped }: OwnFiles,
  how: { readonly inZip: boolean; readonly known: () => readonly string[] },
): readonly Section[] {
  const own: readonly string[] = OWN_FILE_SECTIONS;
  const pinned = { files, skipped, close: async () => undefined };
  return fileSections({ files: pinned, config: () => null, ...how }).filter(({ name }) => own.includes(name));
}

/** The paths in the data directory of the contents that the rows of a section name. */
async function eachNamed(section: SectionReader, found: (path: string) => void): Promise<void> {
  for await (const items of section.pages()) for (const item of items) within(item);

  function within(value: Json): void {
    if (Array.isArray(value)) value.forEach(within);
    else if (isJsonObject(value))
      for (const [field, inside] of Object.entries(value)) {
        if (field === 'copyId' && typeof inside === 'string') found(`changesets/${inside}`);
        else if (field === 'contentHash' && typeof inside === 'string') found(`artifacts/${inside}`);
        else within(inside);
      }
  }
}
