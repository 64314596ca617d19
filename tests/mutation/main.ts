// npm run mutation: changes the sources at places that a seed draws over all features, one at a time, and says which
// changes no test notices. SEED draws others, PLACES says how many, ONLY=contacts,merges names features, and
// AT=src/core/tags/model.ts:12,src/… tries every change of these lines again.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../harness/disk/random.ts';
import { placesIn, type Place } from './places.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SEED = Number(process.env['SEED'] ?? 1);
const PLACES = Number(process.env['PLACES'] ?? 60);
const MOST_SURVIVORS = 3;

/** What a test run may take; one that hangs has noticed. */
const LATEST_MS = 3 * 60_000;

interface Drawn extends Place {
  readonly feature: string;
  readonly file: string;
}

const isOf = (feature: string, path: string): boolean =>
  path.split('/').some((part) => part === feature || part.replace(/(?:\.test)?\.ts$/u, '') === feature);

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const rooms = globSync('src/core/*/', { cwd: root }).map((path) => basename(path));
const features = rooms.filter((room) => !['ports', 'kernel'].includes(room)).toSorted();
const sources = globSync('src/{core,adapters}/**/*.ts', { cwd: root }).toSorted();
const tests = globSync('tests/{core,adapters,e2e}/**/*.test.ts', { cwd: root }).toSorted();

/** A place of each feature in turns, until there are enough. */
function draw(random: Random, wanted: readonly string[]): readonly Drawn[] {
  const places = new Map(
    wanted.map((feature) => [
      feature,
      sources
        .filter((file) => isOf(feature, file))
        .flatMap((file) => placesIn(file, textOf(file)).map((place) => ({ ...place, feature, file }))),
    ]),
  );
  const drawn: Drawn[] = [];
  while (drawn.length < PLACES && [...places.values()].some(({ length }) => length > 0))
    for (const of of places.values()) {
      if (of.length === 0 || drawn.length >= PLACES) continue;
      drawn.push(...of.splice(random.below(of.length), 1));
    }
  return drawn;
}

/** The tests of a feature: those in its folders, those that import it, and those that cite its requirements. */
function testsOf(feature: string): { readonly near: readonly string[]; readonly far: readonly string[] } {
  const cites = new RegExp(`verifies\\(\\s*\\[?'${feature}\\.|/core/${feature}/`, 'u');
  const all = tests.filter((path) => isOf(feature, path) || cites.test(textOf(path)));
  return {
    near: all.filter((path) => !path.startsWith('tests/e2e/')),
    far: all.filter((path) => path.startsWith('tests/e2e/')),
  };
}

/** Whether these tests fail in this folder. */
async function fails(folder: string, files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return false;
  const child = spawn('npm', ['test', '--', '--bail=1', ...files], {
    cwd: folder,
    env: { ...process.env, TESTS: 'long' },
    stdio: 'ignore',
    detached: true,
  });
  // jest and its workers, too: npm alone would leave them running.
  const latest = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), LATEST_MS);
  const [status] = await once(child, 'close');
  clearTimeout(latest);
  return status !== 0;
}

/** Every place of these lines. */
const placesAt = (lines: readonly string[]): readonly Drawn[] =>
  lines.flatMap((at) => {
    const [file = '', line] = at.split(':');
    const feature = features.find((name) => isOf(name, file)) ?? '';
    const places = placesIn(file, textOf(file)).filter((place) => place.line === Number(line));
    return places.map((place) => ({ ...place, feature, file }));
  });

const listed = (name: string): readonly string[] =>
  (process.env[name] ?? '').split(',').filter((one) => one !== '');
const [only, at] = [listed('ONLY'), listed('AT')];
const drawn = at.length > 0 ? placesAt(at) : draw(new Random(SEED), only.length === 0 ? features : only);
const folder = mkdtempSync(join(tmpdir(), 'svc-mutation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
execFileSync('git', ['clone', '--quiet', root, folder]);
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

let survivors = 0;
for (const [index, { feature, file, line, start, end, instead }] of drawn.entries()) {
  const before = textOf(file);
  const path = join(folder, file);
  writeFileSync(path, before.slice(0, start) + instead + before.slice(end));
  const { near, far } = testsOf(feature);
  const by = (await fails(folder, near)) ? 'core' : (await fails(folder, far)) ? 'e2e' : null;
  writeFileSync(path, before);
  survivors += Number(by === null);
  const change = `${before.slice(start, end)} → ${instead}`.replaceAll(/\s+/gu, ' ').slice(0, 90);
  const result = by === null ? 'SURVIVED' : `noticed (${by})`;
  process.stdout.write(`${index + 1}. ${file}:${line} ${change}: ${result}\n`);
}
process.stdout.write(
  `${drawn.length} places (seed ${SEED}), ${survivors} survived, at most ${MOST_SURVIVORS} may\n`,
);
process.exitCode = survivors > MOST_SURVIVORS ? 1 : 0;
