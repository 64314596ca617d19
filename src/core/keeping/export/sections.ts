import type { Json, JsonObject } from '../../kernel/json.ts';
import { StreamedMask } from '../../trust/masking/streamed-mask.ts';
import { FILES_FOLDER, type FileSection } from './model.ts';
import type { HeldFile, PinnedFiles } from './port.ts';

/** An item, or its JSON in pieces where it may be long. */
export type Item = JsonObject | AsyncIterable<string>;

/** A section of the document. */
export interface Section {
  readonly name: string;
  count(): Promise<number>;
  pages(): AsyncIterable<readonly Item[]>;
}

export interface FileSectionDeps {
  readonly files: PinnedFiles;
  /** The user's settings, with placeholders for secrets; null without any. */
  readonly config: () => JsonObject | null;
  /** Whether contents are files of a zip, and not part of the document. */
  readonly inZip: boolean;
  /** Values to mask in contents. */
  readonly known: () => readonly string[];
}

/** The sections that files make. */
export function fileSections({ files, config, inZip, known }: FileSectionDeps): readonly Section[] {
  const below = (folder: string) =>
    files.files.filter(({ path, kind }) => kind === 'file' && path.startsWith(`${folder}/`));
  const section = <Source>(
    name: FileSection,
    sources: readonly Source[],
    itemOf: (one: Source) => Promise<Item> | Item,
  ): Section => ({
    name,
    count: async () => sources.length,
    pages: async function* () {
      for (const one of sources) yield [await itemOf(one)];
    },
  });
  const content = (
    file: HeldFile,
    head: JsonObject,
    field: string,
    text: () => AsyncIterable<string>,
  ): Item => (inZip ? { ...head, file: `${FILES_FOLDER}/${file.path}` } : withText(head, field, text()));
  return [
    {
      name: 'config',
      count: async () => (config() === null ? 0 : 1),
      pages: async function* () {
        const values = config();
        if (values !== null) yield [values];
      },
    },
    section('apiProfiles', below('apis'), parsedFile),
    section('mergeRecords', below('sweeps'), parsedFile),
    section('artifactContents', below('artifacts'), (file) =>
      content(file, { contentHash: nameOf(file), sizeBytes: file.sizeBytes }, 'content', () =>
        maskedText(file, known()),
      ),
    ),
    section('changesetCopies', below('changesets'), (file) =>
      content(file, { copyId: nameOf(file), sizeBytes: file.sizeBytes }, 'contentBase64', () =>
        base64Of(file.read()),
      ),
    ),
    section(
      'workspaceFiles',
      files.files.filter(({ path }) => path === 'workspace' || path.startsWith('workspace/')),
      ({ path, kind, sizeBytes, mode, modifiedAt }) => ({
        path,
        kind,
        sizeBytes,
        mode,
        modifiedAt: modifiedAt === null ? null : new Date(modifiedAt).toISOString(),
      }),
    ),
    section('skippedFiles', files.skipped, ({ path, reason }) => ({ path, reason })),
  ];
}

const nameOf = ({ path }: HeldFile): string => path.slice(path.indexOf('/') + 1);

/** A file that is not JSON, as its owner may have left it, is shown as text. */
async function parsedFile(file: HeldFile): Promise<JsonObject> {
  let text = '';
  for await (const piece of textOf(file.read())) text += piece;
  try {
    return { name: nameOf(file), content: JSON.parse(text) as Json };
  } catch {
    return { name: nameOf(file), text };
  }
}

/** Secrets that became known after a content was saved are masked here. */
export async function* maskedText(file: HeldFile, known: readonly string[]): AsyncGenerator<string> {
  const mask = new StreamedMask(known);
  for await (const piece of textOf(file.read())) yield mask.next(piece);
  yield mask.rest();
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* withText(
  head: JsonObject,
  field: string,
  pieces: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(field)}:"`;
  try {
    for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  } catch (error) {
    // What was sent stays JSON.
    yield '"}';
    throw error;
  }
  yield '"}';
}

async function* base64Of(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = new Uint8Array();
  for await (const piece of bytes) {
    const all = new Uint8Array(rest.length + piece.length);
    all.set(rest);
    all.set(piece, rest.length);
    const whole = all.length - (all.length % 3);
    yield btoa(binaryOf(all.subarray(0, whole)));
    rest = all.slice(whole);
  }
  yield btoa(binaryOf(rest));
}

function binaryOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
