import { isContentHash } from '../../workspace/artifacts/model.ts';
import { isCopyId } from '../../workspace/changesets/model.ts';
import { entryOf, type DataName } from '../../instance/data-directory/inventory.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { quote, quoteValue } from '../../kernel/quoted.ts';
import type { DatabaseStage, ListedFile, StagedDatabases } from './import-port.ts';
import { exportLimits } from './limits.ts';
import {
  EXPORT_FORMAT,
  EXPORT_FORMAT_VERSION,
  FILE_SECTIONS,
  LEFT_OUT,
  NAMES_FILES,
  type FileSection,
} from './model.ts';
import { plainJson } from './plain-json.ts';
import type { DatabaseMoments } from './port.ts';
import { DocumentScanner } from './scanner.ts';
import { sayFault } from './says.ts';
import { unusable } from './unusable.ts';

export interface ReadingDeps {
  readonly stage: DatabaseStage;
  readonly databases: Pick<DatabaseMoments, 'sectionNames'>;
}

export const WORKSPACE = 'workspace' satisfies DataName;

/** The part of a document that is read: null for a section before its first item. */
export interface Where {
  readonly item: number | null;
  readonly section: string;
}

const SHOWN_CHARS = 300;
const shown = (value: Json | undefined) => quoteValue(value ?? null, SHOWN_CHARS);

/** What a document has said so far. */
export class Reading {
  readonly files: ListedFile[] = [];
  readonly texts: { readonly path: string; readonly text: string }[] = [];
  readonly secrets: string[] = [];
  readonly counts = new Map<string, number>();
  config: JsonObject | null = null;
  databases: StagedDatabases | null = null;
  where: Where | null = null;
  readonly #folder: string;
  readonly #stage: DatabaseStage;
  readonly #known: readonly string[];
  readonly #fields = new Map<string, Json>();
  readonly #facts = new Map<string, Json>();
  readonly #scanner = new DocumentScanner();
  /** Of all texts, which are held until they are written: how many there may still be. */
  #textChars: number;

  constructor(
    folder: string,
    { stage, databases }: ReadingDeps,
    { textChars }: { readonly textChars: number } = exportLimits,
  ) {
    this.#folder = folder;
    this.#textChars = textChars;
    this.#stage = stage;
    this.#known = [...databases.sectionNames, ...FILE_SECTIONS];
  }

  /** @throws Refusal import_unusable, UnusableItem, Unreadable, SyntaxError */
  feed(text: string): void {
    for (const said of this.#scanner.feed(text))
      switch (said.found) {
        case 'field':
          this.#fields.set(said.name, plainJson(said.text));
          break;
        case 'section':
          this.where = { item: null, section: said.name };
          this.#section(said.name);
          break;
        case 'fact':
          if (said.name === 'count') this.#facts.set(said.section, plainJson(said.text));
          break;
        case 'item': {
          const count = (this.counts.get(said.section) ?? 0) + 1;
          this.counts.set(said.section, count);
          this.where = { item: count, section: said.section };
          const item = plainJson(said.text);
          if (!isJsonObject(item))
            throw unusable(sayFault('unusable.no_object', { item: count, section: said.section }));
          this.#item(said.section, item);
          break;
        }
      }
  }

  /** @throws Refusal import_unusable, Unreadable */
  end(): void {
    this.#scanner.end();
    this.where = null;
    if (this.#fields.get('complete') !== true && !onlyLeftOut(this.#fields.get('problems')))
      throw unusable(sayFault('unusable.not_complete'));
    for (const [name, count] of this.counts)
      if (this.#facts.get(name) !== count)
        throw unusable(
          sayFault('unusable.other_count', { section: name, said: shown(this.#facts.get(name)), count }),
        );
    const named = this.#fields.get('sectionNames');
    const missing = (Array.isArray(named) ? named : []).filter((name) => !this.counts.has(String(name)));
    if (!Array.isArray(named) || missing.length > 0)
      throw unusable(
        sayFault('unusable.missing_sections', {
          missing: missing.slice(0, 3).map((name) => quote(String(name), SHOWN_CHARS)),
        }),
      );
  }

  #section(name: string): void {
    this.databases ??= this.#begun();
    const section = quote(name, SHOWN_CHARS);
    if (!this.#known.includes(name)) throw unusable(sayFault('unusable.unknown_section', { section }));
    if (this.counts.has(name)) throw unusable(sayFault('unusable.section_twice', { section }));
    this.counts.set(name, 0);
  }

  /** With the first section: what is before it says whether it can be read. */
  #begun(): StagedDatabases {
    const { schemaVersions: newest } = this.#stage;
    if (this.#fields.get('format') !== EXPORT_FORMAT) throw unusable(sayFault('unusable.no_export'));
    const version = this.#fields.get('formatVersion');
    if (typeof version !== 'number' || version > EXPORT_FORMAT_VERSION)
      throw unusable(sayFault('unusable.newer'));
    const given = this.#fields.get('schemaVersions');
    if (!isJsonObject(given)) throw unusable(sayFault('unusable.no_versions'));
    const versions: Record<string, number> = {};
    for (const [name, most] of Object.entries(newest)) {
      const one = given[name];
      if (typeof one !== 'number' || !Number.isInteger(one) || one < 1)
        throw unusable(sayFault('unusable.no_version', { database: name }));
      if (one > most)
        throw unusable(
          sayFault('unusable.newer_database', {
            database: name,
            schema: one,
            known: most,
            version: shown(this.#fields.get('serviceVersion')),
          }),
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
    else {
      if (NAMES_FILES.has(section)) confirmNames(item);
      this.databases?.add(section, item);
    }
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
    if (this.texts.some((one) => one.path === path))
      throw unusable(sayFault('unusable.file_twice', { path: quote(path, SHOWN_CHARS) }));
    const whole = typeof text === 'string' ? text : `${JSON.stringify(content ?? null, null, 2)}\n`;
    this.#textChars -= whole.length;
    if (this.#textChars < 0) throw unusable(sayFault('unusable.texts_large'));
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
    (part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0') && part.length <= 255,
  );
  if (!isPlain || parts.length > MOST_PARTS || entryOf(path) !== name)
    throw unusable(sayFault('unusable.file_name', { path: quote(path, SHOWN_CHARS) }));
}

const MOST_PARTS = 200;

/** The engine reads and removes the files that rows name, so a row may name nothing else. */
function confirmNames(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inside] of Object.entries(value)) {
    if (inside === null) continue;
    if (field === 'copyId' && !(typeof inside === 'string' && isCopyId(inside)))
      throw unusable(sayFault('unusable.copy_name'));
    if (field === 'contentHash' && !(typeof inside === 'string' && isContentHash(inside)))
      throw unusable(sayFault('unusable.hash'));
    confirmNames(inside);
  }
}

function textIn(item: JsonObject, field: string): string {
  const text = item[field];
  if (typeof text !== 'string') throw unusable(sayFault('unusable.no_field', { field }));
  return text;
}

function hashIn(item: JsonObject): string {
  const hash = textIn(item, 'contentHash');
  if (!isContentHash(hash)) throw unusable(sayFault('unusable.hash'));
  return hash;
}

function sizeIn({ sizeBytes }: JsonObject): number {
  if (typeof sizeBytes !== 'number') throw unusable(sayFault('unusable.no_size'));
  return sizeBytes;
}

function instantIn(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw unusable(sayFault('unusable.time'));
  return instant;
}

/** Files with a name that no export can have are missing, and what is there is whole. */
const onlyLeftOut = (problems: Json | undefined): boolean =>
  Array.isArray(problems) &&
  problems.length > 0 &&
  problems.every((one) => isJsonObject(one) && one['section'] === LEFT_OUT);
