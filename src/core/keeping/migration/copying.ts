import { FORMAT_VERSION, MANIFEST_FORMAT, type Manifest } from '../backups/model.ts';
import type { BackupWork, CopyRequest, InstanceFile } from '../backups/port.ts';
import type { WriteGate } from '../../kernel/write-gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Operations, OutgoingFiles, SentCopy } from './port.ts';
import type { Transfer } from './transfer.ts';

/** Of the key that the secrets in a copy are sealed with; null if there is none. */
type VaultKeyFacts = { readonly keyId: string; readonly salt: string } | null;

export interface CopyingDeps {
  readonly operations: Pick<Operations, 'begin' | 'end'>;
  readonly work: Pick<BackupWork, 'copy'>;
  readonly instance: InstanceFile;
  readonly outgoing: OutgoingFiles;
  /** What moves, by the inventory. */
  readonly plan: CopyRequest['plan'];
  /** The text of a manifest, authenticated with the key of the vault where there is one. */
  readonly manifestText: (of: (key: VaultKeyFacts) => Omit<Manifest, 'mac'>) => Promise<string>;
  readonly gate: Pick<WriteGate, 'whileClosed'>;
  readonly clock: Clock;
  readonly serviceVersion: string;
  readonly dataDirectory: string;
}

/**
 * Copies one moment of everything that moves, as a backup does, into a folder of its own. The copy is plain, as the data
 * directory is: it is sealed on the way.
 */
export class MovedCopies {
  readonly #deps: CopyingDeps;

  constructor(deps: CopyingDeps) {
    this.#deps = deps;
  }

  /** The copy that a transfer with this token has made before. */
  async found(tokenId: string): Promise<SentCopy | null> {
    const found = await this.#deps.outgoing.found();
    return found?.tokenId === tokenId ? found : null;
  }

  /** @throws Refusal operation_in_progress, backup_space, disk_full, storage_error */
  async made(transfer: Transfer): Promise<SentCopy> {
    const { operations, work, instance, outgoing, plan, gate, clock, manifestText } = this.#deps;
    const operation = operations.begin('copying');
    const stop = () => operation.abort();
    transfer.signal.addEventListener('abort', stop, { once: true });
    try {
      transfer.signal.throwIfAborted();
      const { backupId } = operation;
      const target = await outgoing.begin();
      const request = { backupId, target, plan, cipher: null };
      const instanceId = await instance.id();
      const onProgress = ({ doneBytes, totalBytes }: { doneBytes: number; totalBytes: number }) => {
        operation.report({ doneBytes, totalBytes });
        transfer.tell({ sentBytes: doneBytes, totalBytes });
      };
      const copying = await work.copy(request, onProgress, operation.signal);
      let createdAt = clock.now();
      try {
        await gate.whileClosed(async () => {
          await copying.pin();
          createdAt = clock.now();
        });
      } catch (error) {
        copying.abandon();
        await copying.done.catch(() => undefined);
        throw error;
      }
      const copied = await copying.done;
      const manifest = await manifestText((key) => ({
        format: MANIFEST_FORMAT,
        formatVersion: FORMAT_VERSION,
        backupId,
        createdAt: new Date(createdAt).toISOString(),
        kind: 'manual',
        serviceVersion: this.#deps.serviceVersion,
        dataDirectory: this.#deps.dataDirectory,
        instanceId,
        encrypted: false,
        keyId: key?.keyId ?? null,
        keySalt: key?.salt ?? null,
        ...copied,
      }));
      const copy = { manifest, tokenId: transfer.tokenId, createdAt };
      await outgoing.publish(copy);
      return copy;
    } finally {
      transfer.signal.removeEventListener('abort', stop);
      operations.end(operation);
    }
  }
}
