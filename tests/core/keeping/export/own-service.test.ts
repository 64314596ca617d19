import { expect } from '@jest/globals';
import { WriteGate } from '../../../../src/core/kernel/write-gate.ts';
import { OwnExportService, type OwnExportDeps } from '../../../../src/core/keeping/export/own-service.ts';
import { scopes, type Asker } from '../../../../src/core/trust/people/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { verifies } from '../../../spec/verifies.ts';

const asker: Asker = { person: OWNER_ID, role: 'owner', scopes, signedIn: 'open' };

verifies('people.own-export', 'one whose moment could not be pinned is in nobody’s way', async () => {
  const deps: Partial<OwnExportDeps> = {
    databases: {
      ownSectionNames: [],
      open: () => {
        throw new Error('no more handles');
      },
    } as unknown as OwnExportDeps['databases'],
    isOwnPath: () => () => true,
    gate: new WriteGate(),
    clock: new ManualClock(),
    log: new RecordingLog(),
  };
  const exports = new OwnExportService(deps as OwnExportDeps);
  for (let nth = 0; nth < 2; nth++)
    await expect(exports.begin(asker, { asZip: true })).rejects.toMatchObject({ code: 'export_unavailable' });
});
