import { textIn } from '../../kernel/file-text.ts';
import { quote } from '../../kernel/quoted.ts';
import type { ConsentDemand } from '../../ports/tools.ts';
import { refuse } from './errors.ts';
import { cloudFileLimits as limits } from './limits.ts';
import { DOCUMENT, shownOf, withoutFetching, withoutPictures, type CloudFile, type Shown } from './model.ts';
import type { CloudDocuments, CloudFiles } from './port.ts';
import { nameOf, type CloudCall, type Reach, type Visit } from './reach.ts';
import { say } from './says.ts';

export interface CloudDocumentServiceDeps {
  readonly reach: Reach;
  readonly cloud: CloudFiles;
  readonly documents: CloudDocuments;
}

export interface ReadDocument {
  readonly file: CloudFile;
  readonly revision: string;
  /** In Markdown. */
  readonly content: Shown;
}

/** As a model asks; what an action needs must be there. */
export interface DocumentAsk {
  readonly action: 'create' | 'append' | 'replace';
  readonly documentId: string | null;
  readonly title: string | null;
  readonly folderId: string | null;
  readonly find: string | null;
  readonly text: string;
  readonly revision: string | null;
}

type DocumentWrite =
  | {
      readonly action: 'create';
      readonly title: string;
      readonly folderId: string | null;
      /** Markdown. */
      readonly text: string;
    }
  | {
      readonly action: 'append';
      readonly documentId: string;
      readonly text: string;
      readonly revision: string | null;
    }
  | {
      readonly action: 'replace';
      readonly documentId: string;
      readonly find: string;
      readonly text: string;
      readonly revision: string | null;
    };

export type WrittenDocument =
  | { readonly action: 'create'; readonly file: CloudFile }
  | { readonly action: 'append' }
  | { readonly action: 'replace'; readonly places: number };

/** The owner's documents at the vendor, for tools. Backups are as far from it as from `CloudFileService`. */
export class CloudDocumentService {
  readonly #deps: CloudDocumentServiceDeps;

  constructor(deps: CloudDocumentServiceDeps) {
    this.#deps = deps;
  }

  isReadable(): boolean {
    return this.#hasDrive() && this.#deps.reach.has(['documents.readonly', 'documents']);
  }

  isWritable(): boolean {
    return this.#hasDrive() && this.#deps.reach.has(['documents']);
  }

  /** From the character `from` on. @throws Refusal of core/workspace/cloud-files/errors.ts */
  async read(documentId: string, from: number, call: CloudCall): Promise<ReadDocument> {
    const { reach, cloud, documents } = this.#deps;
    return await reach.visit(call, async (visit) => {
      const file = await this.#document(documentId, visit);
      // Before the text: if the document changes in between, a write with this revision is refused.
      const revision = await documents.revision(file.id, visit.signal);
      const bytes = await cloud.exported(file.id, 'text/markdown', limits.fileBytes, visit.signal);
      const text = textIn(bytes)?.text;
      if (text === undefined) throw refuse.cloud_file_kind({}, say('cloud.document_no_text'));
      return { file, revision, content: shownOf(withoutPictures(text), from) };
    });
  }

  /** Before anything is asked or sent. */
  #checked(ask: DocumentAsk, { personId }: CloudCall): ReturnType<typeof checked> {
    this.#deps.reach.withoutSecrets(personId, [ask.title, ask.find, ask.text, ask.revision]);
    return checked(ask);
  }

  /** @throws Refusal as `write` */
  async demandOfWrite(ask: DocumentAsk, call: CloudCall): Promise<ConsentDemand> {
    const { reach } = this.#deps;
    const asked = this.#checked(ask, call);
    const service = 'Google Docs';
    const text = quote(asked.text, limits.shownToOwnerChars);
    return await reach.visit(
      call,
      async (visit) => {
        if (asked.action === 'create') {
          const at = await reach.folder(asked.folderId, visit);
          const title = quote(asked.title, limits.nameChars);
          const says = say('cloud.document-new', { title, folder: at && nameOf(at), text });
          return reach.demand({ at, service, says });
        }
        const at = await this.#document(asked.documentId, visit);
        const name = nameOf(at);
        const says =
          asked.action === 'append'
            ? say('cloud.document-append', { name, text })
            : say('cloud.document-replace', {
                name,
                find: quote(asked.find, limits.shownToOwnerChars),
                text,
              });
        return reach.demand({ at, service, says });
      },
      limits.demandMs,
    );
  }

  /** @throws Refusal of core/workspace/cloud-files/errors.ts */
  async write(ask: DocumentAsk, call: CloudCall): Promise<WrittenDocument> {
    const { reach, cloud, documents } = this.#deps;
    const asked = this.#checked(ask, call);
    return await reach.visit(call, async (visit) => {
      if (asked.action === 'create') {
        const { title, folderId, text } = asked;
        const folder = await reach.folder(folderId, visit);
        const bytes = new TextEncoder().encode(withoutFetching(text));
        const file = await reach.changed(visit, () =>
          cloud.create(
            {
              name: title,
              folder: folder?.id ?? null,
              mimeType: DOCUMENT,
              content: { bytes, mimeType: 'text/markdown' },
            },
            visit.signal,
          ),
        );
        return { action: 'create', file };
      }
      const { id } = await this.#document(asked.documentId, visit);
      if (asked.action === 'append') {
        await reach.changed(visit, () => documents.append(id, asked.text, asked.revision, visit.signal));
        return { action: 'append' };
      }
      const change = { find: asked.find, by: asked.text };
      const places = await reach.changed(visit, () =>
        documents.replaceText(id, change, asked.revision, visit.signal),
      );
      if (places === 0) throw refuse.cloud_text_not_found();
      return { action: 'replace', places };
    });
  }

  async #document(named: string, visit: Visit): Promise<CloudFile> {
    const file = await this.#deps.reach.file(named, visit);
    if (file.mimeType !== DOCUMENT) throw refuse.cloud_file_kind({}, say('cloud.no_document'));
    return file;
  }

  /** Without it nothing tells whether a document lies among backups. */
  #hasDrive(): boolean {
    return this.#deps.reach.has(['drive.readonly', 'drive']);
  }
}

/** @throws Refusal cloud_input_incomplete */
function checked({ action, documentId, title, folderId, find, text, revision }: DocumentAsk): DocumentWrite {
  if (action === 'create') {
    if (title === null) throw refuse.cloud_input_incomplete({}, say('cloud.new_title', { what: 'document' }));
    if (documentId !== null) throw refuse.cloud_input_incomplete({}, say('cloud.new_document'));
    return { action, title, folderId, text };
  }
  if (documentId === null)
    throw refuse.cloud_input_incomplete({}, say('cloud.which', { action, needs: 'document_id' }));
  if (title !== null || folderId !== null)
    throw refuse.cloud_input_incomplete({}, say('cloud.not_moved', { what: 'Documents' }));
  if (action === 'append') {
    if (text === '') throw refuse.cloud_input_incomplete({}, say('cloud.no_appendix'));
    return { action, documentId, text, revision };
  }
  if (find === null || find === '') throw refuse.cloud_input_incomplete({}, say('cloud.find'));
  return { action, documentId, find, text, revision };
}
