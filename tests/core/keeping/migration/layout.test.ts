import { describe, expect, test } from '@jest/globals';
import { inventory, type Entry } from '../../../../src/core/instance/data-directory/inventory.ts';
import { backupPlan, migrationPlan } from '../../../../src/core/keeping/backups/plan.ts';
import type { ManifestFile } from '../../../../src/core/keeping/backups/model.ts';
import { Layout } from '../../../../src/core/keeping/migration/layout.ts';
import { migrationLimits } from '../../../../src/core/keeping/migration/limits.ts';
import { verifies } from '../../../spec/verifies.ts';

const { chunkBytes } = migrationLimits;

const file = (path: string, contentBytes: number): ManifestFile => ({
  path,
  kind: 'file',
  sizeBytes: contentBytes,
  contentBytes,
  sha256: null,
  mode: null,
  modifiedAt: null,
});

const sizes: readonly (readonly number[])[] = [
  [],
  [0],
  [1],
  [chunkBytes],
  [chunkBytes + 1],
  [chunkBytes, chunkBytes],
  [1, 0, chunkBytes - 1, 0, 1],
  [3 * chunkBytes, 5, 5, 5, chunkBytes - 15],
  Array.from({ length: 1_000 }, (_, index) => index * 37),
];

describe('the layout of chunks', () => {
  test.each(sizes.map((one) => [one] as const))('has every byte of %j once, in order', (given) => {
    const files = given.map((size, index) => file(`f${index}`, size));
    const layout = new Layout({ files });
    const seen = new Map<string, number>();
    let total = 0;
    for (let chunk = 0; chunk < layout.chunkCount; chunk += 1) {
      let at = 0;
      for (const slice of layout.slicesOf(chunk)) {
        expect([slice.at, slice.offset]).toEqual([at, seen.get(slice.path) ?? 0]);
        expect(slice.length).toBeGreaterThan(0);
        seen.set(slice.path, slice.offset + slice.length);
        at += slice.length;
      }
      expect(at).toBe(layout.sizeOf(chunk));
      expect(at === chunkBytes || chunk === layout.chunkCount - 1).toBe(true);
      total += at;
    }
    expect(total).toBe(layout.totalBytes);
    for (const { path, contentBytes } of files) expect(seen.get(path) ?? 0).toBe(contentBytes);
  });
});

verifies(
  'migration.inventory',
  'what moves is what the inventory marks, and all of it is in backups, too',
  async () => {
    const migrated = (Object.entries(inventory) as [string, Entry][]).filter(
      ([, entry]) => entry.migrated === 'yes',
    );
    for (const [name, entry] of migrated) expect([name, entry.backedUp]).toEqual([name, 'yes']);
    const named = [
      ...migrationPlan.databases,
      ...migrationPlan.files,
      ...migrationPlan.folders,
      migrationPlan.workspace,
    ];
    const whole = migrated.map(([name]) => name).filter((name) => !name.includes('/'));
    expect([...named].toSorted()).toEqual(whole.toSorted());
    // The instance stays what it is, with its backups.
    expect(migrationPlan.files).not.toContain('instance.json');
    expect(backupPlan.files).toContain('instance.json');
  },
);
