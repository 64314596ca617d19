// Room: one conversation as Markdown, with the files that came with its tasks and the results that were kept of it.

import type { Whose } from '../../trust/people/model.ts';
import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import { cleanName } from '../../kernel/file-name.ts';
import { everyPage } from '../../kernel/page.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import type { Artifact } from '../../workspace/artifacts/model.ts';
import type { ArtifactService } from '../../workspace/artifacts/service.ts';
import type { FilesOfPeople } from '../../workspace/files/service.ts';
import type { ArchiveEntry, PackArchive } from '../export/port.ts';
import { DOCUMENT, FILES, headOf, markdownOf, pathsIn, type PlaceOf } from './markdown.ts';

export interface ConversationExportDeps {
  readonly threads: Pick<ThreadStore, 'get' | 'messagePage'>;
  readonly files: Pick<FilesOfPeople, 'of'>;
  readonly artifacts: Pick<ArtifactService, 'list' | 'get'>;
  readonly pack: PackArchive;
}

const PAGE = 100;
const encoder = new TextEncoder();

/** Makes files of conversations. */
export class ConversationExport {
  readonly #deps: ConversationExportDeps;

  constructor(deps: ConversationExportDeps) {
    this.#deps = deps;
  }

  /**
   * The version of the thread that is shown, as a zip. It is read while it is sent; a file that is gone by then, or is none of
   * the workspace any more, is named and left out.
   * @throws Refusal thread_not_found
   */
  async of(
    whose: Whose,
    threadId: ThreadId,
  ): Promise<{ readonly fileName: string; readonly body: AsyncIterable<Uint8Array> }> {
    const { threads, pack } = this.#deps;
    const thread = await threads.get(whose, threadId);
    if (!thread) throw refuseThread.thread_not_found();
    const files = await this.#attached(thread.personId, threadId);
    const placeOf: PlaceOf = (path) => files.get(path)?.path ?? null;
    const document: ArchiveEntry = {
      path: DOCUMENT,
      kind: 'file',
      mode: null,
      modifiedAt: thread.updatedAt,
      content: () => this.#document(threadId, thread.title, placeOf),
    };
    const body = pack([document, ...files.values(), ...(await this.#results(thread.personId, threadId))]);
    return { fileName: `${cleanName(thread.title)}.zip`, body };
  }

  async *#document(threadId: ThreadId, title: string, placeOf: PlaceOf): AsyncGenerator<Uint8Array> {
    yield encoder.encode(headOf(title));
    for await (const messages of this.#pages(threadId)) {
      const text = messages.map((message) => markdownOf(message, placeOf)).join('');
      if (text !== '') yield encoder.encode(text);
    }
  }

  #pages(threadId: ThreadId) {
    return everyPage((after: number | null) =>
      this.#deps.threads.messagePage(threadId, { after: after ?? 0, limit: PAGE }),
    );
  }

  /** By their paths in the workspace. */
  async #attached(person: PersonId, threadId: ThreadId): Promise<ReadonlyMap<string, ArchiveEntry>> {
    const found = new Map<string, ArchiveEntry>();
    for await (const messages of this.#pages(threadId))
      for (const path of pathsIn(messages)) {
        if (found.has(path)) continue;
        try {
          const { modifiedAt, content } = await this.#deps.files.of(person).download(path);
          found.set(path, {
            path: `${FILES}/${path}`,
            kind: 'file',
            mode: null,
            modifiedAt,
            content: () => content(),
          });
        } catch (error) {
          if (!isRefusal(error)) throw error;
        }
      }
    return found;
  }

  async #results(person: PersonId, threadId: ThreadId): Promise<readonly ArchiveEntry[]> {
    const { artifacts } = this.#deps;
    const made: Artifact[] = [];
    const pages = everyPage((after: number | null) =>
      artifacts.list(person, { type: null, words: null, limit: PAGE, after }),
    );
    for await (const page of pages) made.push(...page.filter((one) => one.threadId === threadId));
    return made.map(({ artifactId, title, type, updatedAt }) => ({
      path: `${FILES}/results/${cleanName(title)} ${artifactId.slice(-6)}.${ENDINGS[type]}`,
      kind: 'file' as const,
      mode: null,
      modifiedAt: updatedAt,
      content: () => contentOf(artifacts, person, artifactId),
    }));
  }
}

async function* contentOf(
  artifacts: Pick<ArtifactService, 'get'>,
  person: PersonId,
  artifactId: Artifact['artifactId'],
): AsyncGenerator<Uint8Array> {
  yield encoder.encode((await artifacts.get(person, artifactId, null)).content);
}

const ENDINGS: Readonly<Record<Artifact['type'], string>> = {
  markdown: 'md',
  html: 'html',
  svg: 'svg',
  mermaid: 'mmd',
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  text: 'txt',
};
