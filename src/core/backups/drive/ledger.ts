import { isBackupId } from '../backup-id.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Log } from '../../ports/log.ts';
import { UPLOAD_REASONS, UPLOAD_STATUSES, type UploadReason, type UploadStatus } from './model.ts';
import type { UploadsFile } from './port.ts';

/** How far the upload of one backup is. */
export interface UploadNote {
  readonly status: UploadStatus;
  readonly reasons: readonly UploadReason[];
  readonly problem: string | null;
  readonly uploadedAt: number | null;
  /** The folder of this backup in the drive, noted before it is made. */
  readonly folderId: string | null;
  /** The root folder that it was made in. */
  readonly rootId: string | null;
}

interface Notes {
  /** The id of a root folder that is about to be made, or was made and is not remembered yet. */
  readonly rootInMaking: string | null;
  readonly uploads: ReadonlyMap<string, UploadNote>;
}

export const NO_UPLOAD: UploadNote = {
  status: 'none',
  reasons: [],
  problem: null,
  uploadedAt: null,
  folderId: null,
  rootId: null,
};

/** The notes of `uploads.json`. Without the file nothing is known: what was unfinished can be sent again by its owner. */
export class UploadLedger {
  readonly #file: UploadsFile;
  readonly #log: Log;
  readonly #changes = new OneAtATime<'notes'>();
  #notes: Notes | null = null;

  constructor(file: UploadsFile, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  async of(backupId: string): Promise<UploadNote> {
    return (await this.#read()).uploads.get(backupId) ?? NO_UPLOAD;
  }

  async all(): Promise<ReadonlyMap<string, UploadNote>> {
    return (await this.#read()).uploads;
  }

  async rootInMaking(): Promise<string | null> {
    return (await this.#read()).rootInMaking;
  }

  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  async note(backupId: string, note: Partial<UploadNote>): Promise<void> {
    await this.#change(({ uploads, ...rest }) => ({
      ...rest,
      uploads: new Map(uploads).set(backupId, { ...NO_UPLOAD, ...uploads.get(backupId), ...note }),
    }));
  }

  /** Repeatable. @throws Refusal disk_full, storage_error */
  async forget(backupIds: readonly string[]): Promise<void> {
    const { uploads } = await this.#read();
    if (!backupIds.some((id) => uploads.has(id))) return;
    await this.#change((notes) => ({
      ...notes,
      uploads: new Map([...notes.uploads].filter(([id]) => !backupIds.includes(id))),
    }));
  }

  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  async makingRoot(id: string | null): Promise<void> {
    await this.#change((notes) => ({ ...notes, rootInMaking: id }));
  }

  async #change(change: (notes: Notes) => Notes): Promise<void> {
    await this.#changes.run('notes', async () => {
      const notes = change(await this.#read());
      const text = JSON.stringify({ ...notes, uploads: Object.fromEntries(notes.uploads) }, null, 1);
      await this.#file.replace(`${text}\n`);
      this.#notes = notes;
    });
  }

  async #read(): Promise<Notes> {
    this.#notes ??= this.#parsed(await this.#file.read());
    return this.#notes;
  }

  #parsed(text: string | null): Notes {
    if (text === null) return { rootInMaking: null, uploads: new Map() };
    try {
      const { rootInMaking, uploads } = JSON.parse(text) as {
        readonly rootInMaking?: unknown;
        readonly uploads?: Readonly<Record<string, Partial<UploadNote>>>;
      };
      return {
        rootInMaking: textOrNull(rootInMaking),
        uploads: new Map(
          Object.entries(uploads ?? {})
            .filter(([id]) => isBackupId(id))
            .map(([id, one]) => [id, noteIn(one)]),
        ),
      };
    } catch (error) {
      this.#log.warn('uploads.json cannot be read: it is not known which backups are in the drive', {
        error,
      });
      return { rootInMaking: null, uploads: new Map() };
    }
  }
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const noteIn = ({
  status,
  reasons,
  problem,
  uploadedAt,
  folderId,
  rootId,
}: Partial<UploadNote>): UploadNote => ({
  status: status !== undefined && UPLOAD_STATUSES.includes(status) ? status : 'none',
  reasons: Array.isArray(reasons)
    ? (reasons as UploadReason[]).filter((one) => UPLOAD_REASONS.includes(one))
    : [],
  problem: textOrNull(problem),
  uploadedAt: Number.isFinite(uploadedAt) ? (uploadedAt ?? null) : null,
  folderId: textOrNull(folderId),
  rootId: textOrNull(rootId),
});
