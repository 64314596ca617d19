import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

verifies(
  'tags.terminal',
  'svc tags lists tags, and sets those of a thread, in the running engine',
  async () => {
    const dataDir = join(temporaryDir(), 'data');
    const engine = await engineHere(dataDir);
    const none = await svc(dataDir, ['tags']);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'No tags found.\n' });
    const { threadId } = await engine.client['sessions.create']({ body: {} });
    const set = await svc(dataDir, ['tags', 'set', threadId, 'Work', 'tax 2026']);
    expect(set).toMatchObject({ code: 0, stdout: 'tax 2026\nwork\n', stderr: '' });
    const listed = await svc(dataDir, ['tags', 'list', 'work']);
    expect(listed).toMatchObject({ code: 0, stdout: `work  ${threadId}  New thread\n` });
    // As its help says; a tag with the name of a command follows `list`.
    const named = await svc(dataDir, ['tags', 'tax 2026']);
    expect(named).toMatchObject({ code: 0, stdout: `tax 2026  ${threadId}  New thread\n`, stderr: '' });
    expect(await svc(dataDir, ['tags', 'work', 'more'])).toMatchObject({ code: 2, stdout: '' });
    const json = await svc(dataDir, ['tags', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ tags: [{ tag: 'tax 2026' }, { tag: 'work', threadId }] });
    const cleared = await svc(dataDir, ['tags', 'set', threadId]);
    expect(cleared).toMatchObject({ code: 0, stdout: '', stderr: 'The thread has no tags.\n' });
    const unknown = await svc(dataDir, ['tags', 'set', 'nothing', 'work']);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('No thread has this id.');
  },
);
