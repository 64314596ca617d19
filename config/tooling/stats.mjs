// Shows sizes without limits: the files, lines and median of each folder, then the five largest files.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const print = (line) => process.stdout.write(`${line}\n`);

const files = ['src', 'tests'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => ({ path, lines: readFileSync(root + path, 'utf8').split('\n').length - 1 })),
);

for (const folder of [
  'src/core',
  'src/contract',
  'src/adapters/in',
  'src/adapters/out',
  'src/main',
  'src',
  'tests',
]) {
  const sizes = files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  const total = sizes.reduce((sum, lines) => sum + lines, 0);
  const median = sizes[sizes.length >> 1] ?? 0;
  print(
    `${folder.padEnd(18)}${String(sizes.length).padStart(5)} files${String(total).padStart(8)} lines   median ${median}`,
  );
}

print('\nlargest in src');
const largest = files.filter(({ path }) => path.startsWith('src/')).sort((a, b) => b.lines - a.lines);
for (const { path, lines } of largest.slice(0, 5)) print(`${String(lines).padStart(6)}  ${path}`);
