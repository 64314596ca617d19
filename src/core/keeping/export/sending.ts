import { quote } from '../../kernel/quoted.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { valueMask } from '../../trust/masking/value-mask.ts';
import type { Log } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import { documentText } from './document.ts';
import {
  DOCUMENT_NAME,
  FILES_FOLDER,
  LEFT_OUT,
  NOTHING,
  type ExportProblem,
  type ExportProgress,
} from './model.ts';
import type { Moment } from './moment.ts';
import type { ArchiveEntry, HeldFile, PackArchive, PinnedFiles, UnreadableDatabase } from './port.ts';
import { say } from './says.ts';
import { maskedText, type Section } from './sections.ts';

export interface Exported {
  readonly contentType: 'application/json' | 'application/zip';
  readonly fileName: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** An export, as it tells how far it is. */
export class Ongoing {
  progress: ExportProgress = { ...NOTHING, state: 'running' };
}

/** What an export has, of which moment, and for whom it is written. */
export interface Sent {
  readonly moment: Moment;
  readonly exportedAt: number;
  readonly sectionNames: readonly string[];
  /** The sections of the document; with the contents of files where these are not beside it. */
  readonly sections: (how: { readonly inZip: boolean }) => readonly Section[];
  /** What is missing of them, as far as it is known when the document begins. */
  readonly problems: () => readonly ExportProblem[];
  /** In the zip. */
  readonly files: readonly HeldFile[];
  /** Whether the document comes after the files, because only then it is known what became of each. */
  readonly isDocumentLast: boolean;
  readonly readme: string;
  /** The JSON Schema of the document. */
  readonly schema: () => JsonObject;
  /** Values to mask. */
  readonly known: () => readonly string[];
  readonly own: Ongoing;
}

export interface SendingDeps {
  readonly pack: PackArchive;
  readonly serviceVersion: string;
  readonly words: Words;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * The document, or the zip with the document and the files, read while it is sent. The end of the reading releases the moment,
 * and so does leaving it, also before it began.
 */
export function sending(
  sent: Sent,
  { asZip, name }: { readonly asZip: boolean; readonly name: string },
  deps: SendingDeps,
): Exported {
  const pieces = asZip ? zipOf(sent, deps) : document(sent, deps, { inZip: false });
  // With the time of day: several may be made on one. No system forbids these signs in a name.
  const at = new Date(sent.exportedAt).toISOString().slice(0, 19).replaceAll(':', '-').replace('T', '-');
  const body = followed(pieces, sent, deps);
  return asZip
    ? { contentType: 'application/zip', fileName: `${name}-${at}.zip`, body }
    : { contentType: 'application/json', fileName: `${name}-${at}.json`, body };
}

async function* document(
  { moment, exportedAt, sectionNames, sections, problems, known, own }: Sent,
  { serviceVersion, words, log }: SendingDeps,
  how: { readonly inZip: boolean },
): AsyncGenerator<Uint8Array> {
  const { schemaVersions } = moment.databases;
  const counts: Record<string, number> = {};
  const encoder = new TextEncoder();
  const text = documentText({
    head: { exportedAt, serviceVersion, schemaVersions, sectionNames },
    sections: sections(how),
    problems: problems(),
    masked: valueMask(known),
    words,
    whyReleased: () => moment.whyReleased,
    at: (section, items, of) => {
      counts[section] = items;
      own.progress = { ...own.progress, section, items, of, counts };
    },
    failed: (section, error) => log.error('a section could not be exported', { section, error }),
    ended: (all: readonly ExportProblem[]) => (own.progress = { ...own.progress, problems: all }),
  });
  for await (const piece of text) yield counted(own, encoder.encode(piece));
}

async function* zipOf(sent: Sent, deps: SendingDeps): AsyncGenerator<Uint8Array> {
  const { exportedAt, readme, schema, files, isDocumentLast } = sent;
  const own = (path: string, content: () => AsyncIterable<Uint8Array>): ArchiveEntry => ({
    path,
    kind: 'file',
    mode: null,
    modifiedAt: exportedAt,
    content,
  });
  const told = own(DOCUMENT_NAME, () => document(sent, deps, { inZip: true }));
  yield* deps.pack([
    own('README.md', () => textPiece(readme)),
    own('export.schema.json', () => textPiece(`${JSON.stringify(schema(), null, 2)}\n`)),
    ...(isDocumentLast ? [] : [told]),
    ...files.map((file): ArchiveEntry => ({
      path: `${FILES_FOLDER}/${file.path}`,
      kind: file.kind,
      mode: file.mode,
      modifiedAt: file.modifiedAt ?? exportedAt,
      content: () => contentOf(file, sent),
    })),
    ...(isDocumentLast ? [told] : []),
  ]);
}

async function* contentOf(file: HeldFile, { moment, own, known }: Sent): AsyncGenerator<Uint8Array> {
  own.progress = { ...own.progress, section: file.path, items: 0, of: null };
  if (moment.whyReleased !== null) throw new Error(moment.whyReleased.code);
  if (!file.path.startsWith('artifacts/')) {
    for await (const piece of file.read()) yield counted(own, piece);
    return;
  }
  const encoder = new TextEncoder();
  for await (const piece of maskedText(file, known())) yield counted(own, encoder.encode(piece));
}

function followed(
  pieces: AsyncGenerator<Uint8Array>,
  { moment, own }: Sent,
  { log, words }: SendingDeps,
): AsyncIterable<Uint8Array> {
  const ended = async (isWhole: boolean) => {
    const { problems, bytes, state } = own.progress;
    if (state !== 'running') return;
    const now = !isWhole ? 'left' : problems.length === 0 ? 'complete' : 'incomplete';
    own.progress = { ...own.progress, section: null, state: now };
    await moment.close().catch((error: unknown) => log.warn('files of an export are left over', { error }));
    log.info('[svc:export] an export ended', {
      state: now,
      bytes,
      problems: problems.map(({ section, says }) => `${section}: ${words.inEnglish(says)}`),
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

function counted(own: Ongoing, piece: Uint8Array): Uint8Array {
  own.progress = { ...own.progress, bytes: own.progress.bytes + piece.length };
  return piece;
}

/** Files belong to sections. Profiles and records of merges are in the document, with their secrets masked. */
const SECTION_OF: Readonly<Record<string, string>> = {
  artifacts: 'artifactContents',
  changesets: 'changesetCopies',
  workspace: 'workspaceFiles',
};

/** Which of the files are in the zip. */
export const isInZip = (path: string, isWanted: (section: string) => boolean): boolean => {
  const section = SECTION_OF[path.split('/', 1)[0] ?? ''];
  return section !== undefined && isWanted(section);
};

/** Links and special files have no content that could be missing. */
const WHY_LEFT_OUT: Readonly<Partial<Record<string, 'export.file_name' | 'export.file_unread'>>> = {
  name: 'export.file_name',
  unreadable: 'export.file_unread',
};

/** What is missing because files of these names cannot be in an export. */
export const problemsOf = ({ skipped }: Pick<PinnedFiles, 'skipped'>): readonly ExportProblem[] =>
  skipped.flatMap(({ path, reason }) => {
    const code = WHY_LEFT_OUT[reason];
    return code === undefined ? [] : [{ section: LEFT_OUT, says: [say(code, { path: quote(path) })] }];
  });

/** The sections of databases that cannot be read. */
export const unreadSections = (unreadable: readonly UnreadableDatabase[]): readonly ExportProblem[] =>
  unreadable.flatMap(({ sections, says }) => sections.map((section) => ({ section, says: [says] })));

async function* textPiece(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
