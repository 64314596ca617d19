import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { branched, gpt } from '../../core/keeping/past/files.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere, svc } from '../cli/engines.ts';
import { zipWith } from '../export/zips.ts';

verifies('past.command', 'beside a running engine and without one', async () => {
  const folder = temporaryDir();
  const zip = join(folder, 'of-chatgpt.zip');
  writeFileSync(
    zip,
    await zipWith({ 'conversations.json': JSON.stringify([branched('one'), gpt('none', [])]) }),
  );
  const dataDir = join(folder, 'data');
  const would = await svc(dataDir, ['import', zip, '--dry-run']);
  expect(would).toMatchObject({ code: 0, stdout: expect.stringMatching(/new +About one +4/u) });
  expect(would.stdout).toContain('Nothing in it was shown to you');
  expect(would.stderr).toContain(
    'Would come: 1 conversation. Already here: 0. Left out: 1. Nothing was changed.',
  );
  expect((await svc(dataDir, ['threads'])).stdout).not.toContain('About one');

  const came = await svc(dataDir, ['import', zip]);
  expect(came).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Imported: 1 conversation. Already here: 0. Left out: 1.'),
  });
  expect((await svc(dataDir, ['threads'])).stdout).toContain('About one');

  const { client, stop } = await engineHere(dataDir);
  const list = join(folder, 'conversations.json');
  writeFileSync(list, JSON.stringify([branched('one'), branched('two')]));
  const german = await svc(dataDir, ['import', list], { LANG: 'de_AT.UTF-8' });
  expect(german).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Importiert: 1 Unterhaltung. Schon da: 1. Kamen nicht: 0.'),
  });
  expect((await client['threads.list']()).threads).toHaveLength(4);
  writeFileSync(list, '[]');
  expect(await svc(dataDir, ['import', list])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No conversation was found in this file.'),
  });
  await stop();
});
