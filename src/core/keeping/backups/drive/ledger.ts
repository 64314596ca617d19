import { backupIdAt, isBackupId } from '../backup-id.ts';
import { OneAtATime } from '../../../kernel/one-at-a-time.ts';
import type { Says } from '../../../kernel/says.ts';
import { saysInFile } from '../../../kernel/worded.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Log } from '../../../ports/log.ts';
import { UPLOAD_REASONS, UPLOAD_STATUSES, type UploadReason, type UploadStatus } from './model.ts';
import type { UploadsFile } from './port.ts';

/** How far the upload of one backup is. */
export interface UploadNote {
  readonly status: UploadStatus;
  readonly reasons: readonly UploadReason[];
  readonly problem: readonly Says[] | null;
  readonly uploadedAt: number | null;
  /** The folder of this backup in the drive, noted before it is made. */
  readonly folderId: string | null;
  /** The root folder that it was made in. */
  readonly rootId: string | null;
  /** Whose drive it is in, and through which client. */
  readonly account: string | null;
}

interface Notes {
  /**
   * The mark of this machine on what it uploads. It is in no backup, so a machine that was restored from one has another:
   * it never takes the copies of the first for its own.
   */
  readonly mark: string | null;
  /** A disconnect has begun, and the access has not ended yet. */
  readonly isDisconnecting: boolean;
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
  account: null,
};

export interface UploadLedgerDeps {
  readonly file: UploadsFile;
  readonly ids: Ids;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** The notes of `uploads.json`. Without the file nothing is known: what was unfinished can be sent again by its owner. */
export class UploadLedger {
  readonly #file: UploadsFile;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Log;
  readonly #ids: Ids;
  readonly #changes = new OneAtATime<'notes'>();
  #notes: Notes | null = null;

  constructor({ file, ids, clock, log }: UploadLedgerDeps) {
    this.#file = file;
    this.#ids = ids;
    this.#clock = clock;
    this.#log = log;
  }

  /** The mark of this machine, made when it is first needed. @throws Refusal disk_full, storage_error */
  async mark(): Promise<string> {
    const known = (await this.#read()).mark;
    if (known !== null) return known;
    const fresh = this.#ids.next();
    await this.#change((notes) => ({ ...notes, mark: notes.mark ?? fresh }));
    // Another call may have been first.
    return (await this.#read()).mark ?? fresh;
  }

  async isDisconnecting(): Promise<boolean> {
    return (await this.#read()).isDisconnecting;
  }

  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  async disconnecting(isDisconnecting: boolean): Promise<void> {
    if ((await this.#read()).isDisconnecting === isDisconnecting) return;
    await this.#change((notes) => ({ ...notes, isDisconnecting }));
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
    // Of two that read at once, one may have changed it meanwhile.
    const text = this.#notes ? null : await this.#file.read();
    this.#notes ??= text === null ? EMPTY : (this.#parsed(text) ?? (await this.#damaged()));
    return this.#notes;
  }

  /** Null for a file that cannot be read. One damaged note costs itself. */
  #parsed(text: string): Notes | null {
    const all = objectIn(text);
    if (!all) return null;
    const uploads = objectOf(all['uploads']) ?? {};
    return {
      mark: textOrNull(all['mark']),
      isDisconnecting: all['isDisconnecting'] === true,
      rootInMaking: textOrNull(all['rootInMaking']),
      uploads: new Map(
        Object.entries(uploads).flatMap(([id, one]) => {
          const note = objectOf(one);
          return isBackupId(id) && note ? [[id, noteIn(note)] as const] : [];
        }),
      ),
    };
  }

  async #damaged(): Promise<Notes> {
    this.#log.warn(
      'uploads.json is damaged and was set aside: it is not known which backups are in the drive',
    );
    await this.#file.setAside(`corrupt-${backupIdAt(this.#clock.now(), null)}`);
    return EMPTY;
  }
}

const EMPTY: Notes = { mark: null, isDisconnecting: false, rootInMaking: null, uploads: new Map() };

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
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
  account,
}: Partial<UploadNote>): UploadNote => ({
  status: status !== undefined && UPLOAD_STATUSES.includes(status) ? status : 'none',
  reasons: Array.isArray(reasons)
    ? (reasons as UploadReason[]).filter((one) => UPLOAD_REASONS.includes(one))
    : [],
  problem: problem ? [problem].flat().map(saysInFile) : null,
  uploadedAt: Number.isFinite(uploadedAt) ? (uploadedAt ?? null) : null,
  folderId: textOrNull(folderId),
  rootId: textOrNull(rootId),
  account: textOrNull(account),
});
