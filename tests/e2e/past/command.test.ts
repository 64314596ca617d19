import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { branched, clawEntry, clawSession, gpt, lines as linesOf } from '../../core/keeping/past/files.ts';
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
  const lines = join(folder, 'session.jsonl');
  writeFileSync(lines, linesOf(clawSession('s'), clawEntry('1', null, 'user', 'Of a session')));
  expect((await svc(dataDir, ['import', lines])).stderr).toContain('Imported: 1 conversation.');
  writeFileSync(list, 'neither');
  expect((await svc(dataDir, ['import', list])).stderr).toContain('No conversation was found in this file.');
  writeFileSync(list, '{"format":"svc-export","formatVersion":1}');
  expect((await svc(dataDir, ['import', list])).stderr).toContain('only the zip can be imported');
  const own = join(folder, 'own.zip');
  await svc(dataDir, ['export', own]);
  expect(await svc(dataDir, ['import', own, '--dry-run'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is an export of svc: it comes in entirely'),
  });
  await stop();
});
