// npm run mutation: changes the sources at places that a seed draws over all features, one at a time, and says which
// changes no test notices. SEED draws others, PLACES says how many, FROM=29 goes on at that place of a draw that was
// ended, ONLY=contacts,merges names features, and AT=src/core/conversation/tags/model.ts:12,src/… tries every change of
// these lines again.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../harness/disk/random.ts';
import { requirements } from '../spec/requirements.ts';
import { placesIn, type Place } from './places.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SEED = Number(process.env['SEED'] ?? 1);
const PLACES = Number(process.env['PLACES'] ?? 60);
const FROM = Number(process.env['FROM'] ?? 1);
const MOST_SURVIVORS = 3;

/** What a test run may take; one that hangs has noticed. The tests of a large feature take minutes by themselves. */
const LATEST_MS = 20 * 60_000;

interface Drawn extends Place {
  readonly feature: string;
  readonly file: string;
}

const isOf = (feature: string, path: string): boolean =>
  path.split('/').some((part) => part === feature || part.replace(/(?:\.test)?\.ts$/u, '') === feature);

/** Whether a text imports from the room of a feature, in whichever district it is. */
const imports = (feature: string, text: string): boolean =>
  new RegExp(`/core/[\\w-]+/${feature}/`, 'u').test(text);

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const features = globSync('src/core/*/*/', { cwd: root })
  .map((path) => basename(path))
  .toSorted();
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

/** The names of what the routes of a feature do: `notices.dismiss`. */
const routesOf = (feature: string): readonly string[] =>
  globSync(`src/contract/http/${feature}.ts`, { cwd: root }).flatMap((path) =>
    Array.from(textOf(path).matchAll(/^  '([\w.-]+)': /gmu), ([, name = '']) => name),
  );

/** The features that use a feature, for one of which no test speaks by itself. */
const usersOf = (feature: string): readonly string[] =>
  features.filter((room) =>
    sources.some((path) => isOf(room, path) && textOf(path).includes(`../${feature}/`)),
  );

/** The tests in the folders of a feature, those that import it, and those that name its requirements or its routes. */
const namedFor = (feature: string): readonly string[] => {
  const ids = Object.keys(requirements).filter((id) => id.startsWith(`${feature}.`));
  const names = [...ids, ...routesOf(feature)].map((name) => `'${name}'`);
  return tests.filter((path) => {
    const text = textOf(path);
    return isOf(feature, path) || imports(feature, text) || names.some((name) => text.includes(name));
  });
};

/** The tests that name routes which are called as a file is: those of `told.ts` for `told-memories.ts`. */
const askingFor = (file: string): readonly string[] => {
  const names = basename(file, '.ts').split('-').flatMap(routesOf);
  return tests.filter((path) => names.some((name) => textOf(path).includes(`'${name}'`)));
};

/** What an adapter is made for. */
const portsOf = (file: string): readonly string[] =>
  file.startsWith('src/adapters/') ? features.filter((room) => imports(room, textOf(file))) : [];

/** The tests that cover a file: those of its feature, then those of it that start an engine, then those of its ports. */
function testsOf({ feature, file }: Drawn): readonly (readonly string[])[] {
  const named = namedFor(feature);
  const own = named.length > 0 ? named : usersOf(feature).flatMap(namedFor);
  const all = new Set([...own, ...askingFor(file)]);
  const isNear = (path: string): boolean => !path.startsWith('tests/e2e/');
  return [
    [...all].filter(isNear),
    [...all].filter((path) => !isNear(path)),
    [...new Set(portsOf(file).flatMap(namedFor))].filter((path) => !all.has(path)),
  ];
}

/** The first of these tests that fails in this folder; null: none does. */
async function failing(folder: string, files: readonly string[]): Promise<string | null> {
  if (files.length === 0) return null;
  const child = spawn('npm', ['test', '--', '--bail=1', ...files], {
    cwd: folder,
    env: { ...process.env, TESTS: 'long' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  // jest and its workers, too: npm alone would leave them running.
  const latest = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), LATEST_MS);
  const [status] = await once(child, 'close');
  clearTimeout(latest);
  return status === 0 ? null : (/^FAIL .*?(tests\/\S+)/mu.exec(said)?.[1] ?? files[0] ?? null);
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

/** Tests that pass where nothing is changed. */
const green = new Set<string>();

/** Which test notices it. A test that fails anyway has noticed nothing. */
async function noticing(place: Drawn): Promise<string | null> {
  const { file, start, end, instead } = place;
  const [before, path] = [textOf(file), join(folder, file)];
  for (const files of testsOf(place)) {
    writeFileSync(path, before.slice(0, start) + instead + before.slice(end));
    const red = await failing(folder, files);
    writeFileSync(path, before);
    if (red === null) continue;
    if (!green.has(red) && (await failing(folder, [red])) !== null) throw new Error(`${red} fails by itself`);
    green.add(red);
    return red;
  }
  return null;
}

let survivors = 0;
for (const [index, place] of drawn.entries()) {
  if (index + 1 < FROM) continue;
  const { file, line, start, end, instead } = place;
  const by = await noticing(place);
  survivors += Number(by === null);
  const change = `${textOf(file).slice(start, end)} → ${instead}`.replaceAll(/\s+/gu, ' ').slice(0, 90);
  const result = by === null ? 'SURVIVED' : `noticed by ${by}`;
  process.stdout.write(`${index + 1}. ${file}:${line} ${change}: ${result}\n`);
}
process.stdout.write(
  `places ${FROM} to ${drawn.length} (seed ${SEED}): ${survivors} survived, at most ${MOST_SURVIVORS} may\n`,
);
process.exitCode = survivors > MOST_SURVIVORS ? 1 : 0;
