import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { answers, cutsAfter, streams } from '../../servers/fake-provider.ts';
import {
  delta,
  done,
  heard,
  silentFrames,
  startFakeSpeech,
  type FakeSpeech,
} from '../../servers/speech/fake-speech.ts';
import { verifies } from '../../spec/verifies.ts';

let speech: FakeSpeech;
let folder: string;
const svc = (args: readonly string[], input?: string, env: Record<string, string> = speech.env) =>
  svcHere(join(folder, 'data'), args, env, input);
beforeEach(async () => {
  speech = await startFakeSpeech();
  folder = temporaryDir();
});
afterEach(() => speech.provider.close());

verifies('speech.terminal', 'say keeps the sound whole, in a file that was not there', async () => {
  const file = join(folder, 'hello.mp3');
  const [first, second] = [silentFrames(3), silentFrames(4)];
  speech.speaks(streams(delta(first), delta(second), done()));
  expect(await svc(['say', 'Good', 'morning!', '--out', file, '--language', 'de'])).toMatchObject({
    code: 0,
    stdout: `${file}\n`,
    stderr: '',
  });
  expect(new Uint8Array(readFileSync(file))).toEqual(new Uint8Array(Buffer.concat([first, second])));
  expect(speech.asked('/v1/audio/speech')[0]?.body).toMatchObject({
    input: 'Good morning!',
    voice_id: 'v-de',
  });

  const other = join(folder, 'other.mp3');
  speech.speaks(streams(delta(first), done()));
  const told = await svc(['say', 'Good', '--out', other, '--json']);
  expect(JSON.parse(told.stdout)).toMatchObject({ file: other, characters: 5 });

  // Nothing is asked for that could not be kept.
  expect(await svc(['say', 'Again', '--out', file])).toMatchObject({
    code: 1,
    stdout: '',
  });
  expect(await svc(['say', 'Again', '--out', join(folder, 'no', 'such.mp3')])).toMatchObject({ code: 1 });
  expect(speech.asked('/v1/audio/speech')).toHaveLength(2);

  const read = join(folder, 'read.mp3');
  expect(await svc(['say', '-', '--out', read, '--voice', 'mine'], 'From stdin.\n')).toMatchObject({
    code: 0,
  });
  expect(speech.asked('/v1/audio/speech')[2]?.body).toMatchObject({ input: 'From stdin.', voice_id: 'mine' });
});

verifies('speech.terminal', 'what is not whole is not kept, and why is said', async () => {
  const file = join(folder, 'x.mp3');
  const before = readdirSync(folder);
  speech.speaks(cutsAfter(delta(silentFrames(1))));
  expect(await svc(['say', 'Hi', '--out', file])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^svc: [^\n]+\n$/u),
  });
  speech.speaks(answers(401, {}));
  for (const [args, env] of [
    [['Hi'], speech.env],
    [['Hi'], {}],
    [['```\nx\n```'], speech.env],
    [['Hi', '--language', 'qq'], speech.env],
  ] as const)
    expect(await svc(['say', ...args, '--out', file], '', env)).toMatchObject({ code: 1, stdout: '' });
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(folder).filter((name) => name !== 'data')).toEqual(before);
  expect((await svc(['say'])).code).toBe(2);
});

verifies('speech.terminal', 'transcribe prints the words, and nothing that steers the terminal', async () => {
  const file = join(folder, 'note.mp3');
  writeFileSync(file, 'ID3 a recording');
  speech.hears(heard('First line\u001B[31m\nsecond line', 3));
  expect(await svc(['transcribe', file])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^First line[^\u001B]*\nsecond line\n$/u),
    stderr: '',
  });
  expect(speech.provider.arrived[0]?.body?.['file']).toMatchObject({ name: 'audio.mp3', size: 15 });
  speech.hears(heard('Words', 3, 'de'));
  const { stdout } = await svc(['transcribe', file, '--json', '--language', 'de']);
  expect(JSON.parse(stdout)).toEqual({ text: 'Words', language: 'de', durationMs: 3_000 });

  const asked = speech.provider.arrived.length;
  mkdirSync(join(folder, 'a folder'));
  writeFileSync(join(folder, 'text.txt'), 'no sound');
  writeFileSync(join(folder, 'empty.mp3'), '');
  writeFileSync(join(folder, 'large.mp3'), new Uint8Array(25 * 1024 * 1024 + 1));
  for (const name of ['nowhere.mp3', 'a folder', 'text.txt', 'empty.mp3', 'large.mp3'])
    expect([name, await svc(['transcribe', join(folder, name)])]).toMatchObject([
      name,
      { code: 1, stdout: '' },
    ]);
  expect(speech.provider.arrived).toHaveLength(asked);
  expect((await svc(['transcribe'])).code).toBe(2);
});
