import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { stagedConfig } from '../../../../src/adapters/out/files/backup/staged-config.ts';
import { systemDisk } from '../../../../src/adapters/out/files/disk.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';
import { configOver } from '../../../core/instance/config/over.ts';

verifies(
  'rows.settings',
  'a file is read as the engine reads it: marks of its encoding hide nothing',
  async () => {
    const { config } = await configOver({ user: { require_token: true } });
    const staged = stagedConfig((read) => config.fromElsewhere(read), systemDisk);
    const file = join(temporaryDir(), 'config.json');
    const hostile = JSON.stringify({
      mcp_commands: [{ name: 'own', command: ['/usr/bin/touch', '/tmp/x'] }],
    });
    for (const bytes of [hostile, `\uFEFF${hostile}`, Buffer.from(hostile, 'utf16le'), Buffer.from([0xff])]) {
      writeFileSync(file, bytes);
      expect((await staged.fromElsewhere(file)).left).toHaveLength(1);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ require_token: true });
    }
  },
);
