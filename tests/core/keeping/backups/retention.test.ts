import { expect } from '@jest/globals';
import { backupIdAt } from '../../../../src/core/keeping/backups/backup-id.ts';
import type { BackupKind, BackupStatus } from '../../../../src/core/keeping/backups/model.ts';
import { expired } from '../../../../src/core/keeping/backups/retention.ts';
import { trusting } from '../../../doubles/trusted-clock.ts';
import { verifies } from '../../../spec/verifies.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 23);

const backup = (
  daysAgo: number,
  {
    kind = 'manual',
    status = 'complete',
    own = true,
  }: { kind?: BackupKind; status?: BackupStatus; own?: boolean } = {},
) => ({ backupId: backupIdAt(NOW - daysAgo * DAY, null), kind, status, own });

const past = (days: number) => trusting({ now: () => NOW }).past(days * DAY);

const ids = (backups: readonly { readonly backupId: string }[]) => backups.map(({ backupId }) => backupId);

verifies('backups.retention', 'backups older than the setting go, and 0 keeps all', () => {
  const [fresh, edge, old, older] = [backup(1), backup(30), backup(31), backup(400)];
  expect(expired([old, fresh, older, edge], past(30), NOW)).toEqual(ids([old, older]));
  expect(expired([old, fresh, older, edge], null, NOW)).toEqual([]);
});

verifies(
  ['backups.retention', 'promise.backup.retention'],
  'the newest good backup stays, however old, and a failed one does not replace it',
  () => {
    const [good, older, failed] = [backup(90), backup(91), backup(60, { status: 'failed' })];
    expect(expired([good, older, failed], past(30), NOW)).toEqual(ids([failed, older]));
  },
);

verifies(
  ['backups.retention', 'promise.backup.retention'],
  'nothing dated in the future, in the making, or of another instance goes',
  () => {
    const kept = [backup(-1), backup(0), backup(50, { own: false }), backup(60, { status: 'running' })];
    expect(expired(kept, past(1), NOW)).toEqual([]);
    // A clock that was far ahead and is right again.
    expect(expired([backup(-400), backup(40), backup(41)], past(30), NOW)).toEqual(ids([backup(41)]));
  },
);

verifies('backups.retention', 'of safety backups the newest three stay, whatever their age', () => {
  const safety = [1, 50, 60, 2, 70].map((days) =>
    backup(days, { kind: days === 2 ? 'before_migration' : 'before_restore' }),
  );
  expect(expired([backup(0), ...safety], past(30), NOW)).toEqual(ids([backup(60), backup(70)]));
  // Of a restore that may have to be made once more.
  expect(expired([backup(0), ...safety], past(30), NOW, new Set(ids([backup(70)])))).toEqual(
    ids([backup(60)]),
  );
});

verifies('backups.retention', 'a backup that came home is kept as long as one that was made then', () => {
  const [fresh, home] = [backup(0), { ...backup(400), fetchedAt: NOW - 5 * DAY }];
  expect(expired([fresh, home], past(7), NOW)).toEqual([]);
  expect(expired([fresh, home], past(4), NOW)).toEqual(ids([home]));
});
