// Room: files that the owner gives to a run. Their bytes stay in the workspace, and what is shown of them
// is checked by SHA-256 each time.

import type { PersonId } from '../../kernel/ids.ts';
import { collected } from '../../kernel/bytes.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Places } from '../files/model.ts';
import type { FilesOfPeople } from '../files/service.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Log } from '../../ports/log.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { Attachment, Message, ShownMessage } from '../../conversation/threads/model.ts';
import { refuse } from './errors.ts';
import { attachmentLimits } from './limits.ts';
import { MediaTypeFinder, type MediaType } from './media-type.ts';
import { shownMessages, type FoundAgain } from './shown.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

const { folder, fileBytes } = attachmentLimits;

export interface AttachmentServiceDeps {
  readonly files: Pick<FilesOfPeople, 'of'>;
  readonly workspace: Pick<Workspace, 'sweepBeside'>;
  readonly places: Pick<Places, 'of'>;
  /** Whose uploads there may be. */
  readonly people: () => Promise<readonly PersonId[]>;
  readonly crypto: Pick<Crypto, 'sha256'>;
  readonly log: Log;
}

export interface UploadedFile {
  readonly path: string;
  readonly name: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
}

/**
 * Files that the owner gives to a run. They are files of the workspace and nothing else: no copy of one is kept, and what
 * the model is shown of it is read again for each run.
 */
export class AttachmentService {
  readonly #deps: AttachmentServiceDeps;

  constructor(deps: AttachmentServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Keeps a file in the folder for attachments, under its own name or the next free one like it. It is the owner's change:
   * no run can undo it. If `content` throws, nothing is kept.
   * @throws Refusal file_exists, file_changed, outside_workspace, not_a_file, not_permitted, disk_full
   */
  async keep(person: PersonId, name: string, content: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
    const finder = new MediaTypeFinder();
    let sizeBytes = 0;
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        finder.take(piece);
        sizeBytes += piece.length;
        yield piece;
      }
    }
    const kept = await this.#deps.files.of(person).deposit(folder, name, watched());
    return { ...kept, mediaType: finder.found(), sizeBytes };
  }

  /**
   * The files of this person at these paths as they are now, in this order, each once.
   * @throws Refusal attachment_not_found, attachment_unusable
   */
  async at(person: PersonId, paths: readonly string[]): Promise<readonly Attachment[]> {
    const found: Attachment[] = [];
    for (const path of new Set(paths)) found.push(await this.#at(person, path));
    return found;
  }

  /**
   * The messages as a model is shown them: each attachment in the place where it was sent, as an image, as marked text, or
   * in words where the file cannot be shown or has changed since. The same while the files are the same. Never rejects.
   */
  async shown(person: PersonId, messages: readonly Message[]): Promise<readonly ShownMessage[]> {
    return await shownMessages(messages, (attachment) => this.#again(person, attachment));
  }

  /** For startup: removes what a killed engine left of unfinished uploads. Never rejects. */
  async sweep(): Promise<void> {
    const { workspace, places, people, log } = this.#deps;
    const beside = (person: PersonId) => [...places.of(person).path(folder).split('/'), 'any'];
    await people()
      .then(async (all) => await workspace.sweepBeside(all.map(beside)))
      .catch((error: unknown) => log.warn('unfinished uploads could not be removed', { error }));
  }

  async #at(person: PersonId, path: string): Promise<Attachment> {
    try {
      const bytes = await this.#bytesAt(person, path);
      const finder = new MediaTypeFinder();
      finder.take(bytes);
      return {
        path,
        name: path.split('/').at(-1) ?? path,
        mediaType: finder.found(),
        sizeBytes: bytes.length,
        sha256: this.#deps.crypto.sha256(bytes),
      };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const why = say('attachments.unusable', { path: quote(path, SHOWN_CHARS), why: error.says });
      if (error.code === 'file_not_found') throw refuse.attachment_not_found({}, why, error);
      throw refuse.attachment_unusable({}, why, error);
    }
  }

  async #bytesAt(person: PersonId, path: string): Promise<Uint8Array> {
    const { sizeBytes, content } = await this.#deps.files.of(person).download(path);
    if (sizeBytes > fileBytes)
      throw refuse.attachment_unusable({}, say('attachments.too_large', { sizeBytes, mostBytes: fileBytes }));
    return await collected(content());
  }

  /** Whether the file is still the one that was attached, and then its bytes. */
  async #again(person: PersonId, { path, sha256, sizeBytes }: Attachment): Promise<FoundAgain> {
    const { files, crypto, log } = this.#deps;
    try {
      const file = await files.of(person).download(path);
      if (file.sizeBytes !== sizeBytes) return 'changed';
      const bytes = await collected(file.content());
      return crypto.sha256(bytes) === sha256 ? bytes : 'changed';
    } catch (error) {
      if (isRefusal(error)) return error.code === 'file_not_found' ? 'gone' : 'changed';
      log.error('an attachment could not be read', { error });
      return 'unreadable';
    }
  }
}

const SHOWN_CHARS = 200;
