import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Drive, RootFile, UploadsFile } from '../../../src/core/keeping/backups/drive/port.ts';
import { startVendor } from '../../harness/google.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import {
  BACKUP_ID,
  FILES,
  IN_THE_DRIVE,
  publishBackup,
  uploading,
  vendorDrive,
} from '../../harness/uploading.ts';
import { verifies } from '../../spec/verifies.ts';

/** A process that dies at the n-th step: what it was about to do never happens, or happens and is never told. */
class Dying {
  readonly #at: number;
  readonly #when: 'before' | 'after';
  readonly #died = Promise.withResolvers<void>();
  steps = 0;

  constructor(at: number, when: 'before' | 'after') {
    this.#at = at;
    this.#when = when;
  }

  get died(): Promise<void> {
    return this.#died.promise;
  }

  /** A port whose calls are steps. */
  readonly around = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        return async (...asked: unknown[]): Promise<unknown> => {
          const step = (this.steps += 1);
          if (step > this.#at || (step === this.#at && this.#when === 'before')) return await this.#dead();
          const answer = (await (member as (...all: unknown[]) => unknown).apply(target, asked)) as unknown;
          return step === this.#at ? await this.#dead() : answer;
        };
      },
    });

  async #dead(): Promise<never> {
    this.#died.resolve();
    return await new Promise<never>(() => undefined);
  }
}

verifies('promise.drive.kill', 'an upload that dies at any step goes on: nothing is twice', async () => {
  let steps = Infinity;
  for (const when of ['before', 'after'] as const)
    for (let at = 1; at <= steps; at++) {
      const vendor = await startVendor();
      const { google, owner } = vendor;
      const dataDir = temporaryDir();
      publishBackup(dataDir, FILES);
      const dying = new Dying(at, when);
      const make = vendorDrive(vendor);
      const first = uploading({
        dataDir,
        drive: (clock): Drive => dying.around(make(clock)),
        rootFile: (file): RootFile => dying.around(file),
        uploadsFile: (file): UploadsFile => dying.around(file),
      });
      const over = first.uploads.send(BACKUP_ID).then(() => first.uploads.idle());
      await Promise.race([over, dying.died]);
      const isWhole = dying.steps < at;
      const again = uploading({ dataDir, drive: make });
      await again.uploads.begin();
      await again.uploads.idle();
      // An engine that died before it noted the upload had not promised it.
      if ((await again.uploads.of(BACKUP_ID)).status === 'none') await again.uploads.send(BACKUP_ID);
      await again.uploads.idle();
      const place = `${when} step ${at}`;
      const paths = google.tree(owner).map(({ path }) => path);
      expect([place, await again.uploads.of(BACKUP_ID)]).toMatchObject([place, { status: 'complete' }]);
      expect([place, paths]).toEqual([place, IN_THE_DRIVE]);
      const root = google.tree(owner).find(({ path }) => path === 'svc-backups');
      expect(readFileSync(join(dataDir, 'clouddrive-backup-root'), 'utf8').trim()).toBe(root?.id);
      expect(google.deletions).toEqual([]);
      await google.close();
      await again.uploads.stop();
      if (isWhole) steps = at;
    }
  expect(steps).toBeGreaterThan(15);
});
