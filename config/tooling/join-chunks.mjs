// esbuild makes a chunk of whatever the same set of entries shares: with sixty imports on demand that is a hundred and fifty
// files, of which a start reads ninety, and Node takes longer for a file than for what is in most of them. This puts together
// what the same kinds of start read: see STARTS in build.mjs.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/**
 * @param folder of the chunks, which the joined ones replace
 * @param metafile of the build that made them
 * @param groupsOf gives each chunk that is to be put together with others the name of their file: see byStarts
 * @param form the options of esbuild that decide the form of the text
 */
export async function joinChunks(folder, metafile, groupsOf, form) {
  const outputs = new Map(
    Object.entries(metafile.outputs)
      .filter(([path]) => path.endsWith('.js'))
      .map(([path, output]) => [basename(path), output]),
  );
  const groups = groupsOf({ outputs, inputs: metafile.inputs, closure: (name) => closure(name, outputs) });
  const joined = join(folder, 'joined');
  mkdirSync(joined);
  await build({
    ...form,
    entryPoints: [
      ...[...outputs.keys()]
        .filter((name) => !groups.has(name))
        .map((name) => ({ in: join(folder, name), out: name.slice(0, -3) })),
      ...new Set(groups.values()),
    ].map((entry) => (typeof entry === 'string' ? { in: `group:${entry}`, out: entry } : entry)),
    outdir: joined,
    bundle: true,
    format: 'esm',
    plugins: [joining(folder, outputs, groups)],
  });
  for (const name of groups.keys())
    if (isDemanded(name, outputs)) writeFileSync(join(joined, name), `${exportsOf(name, outputs, groups)}\n`);
  for (const name of readdirSync(folder)) if (/\.js(?:\.map)?$/u.test(name)) rmSync(join(folder, name));
  for (const name of readdirSync(joined)) renameSync(join(joined, name), join(folder, name));
  rmSync(joined, { recursive: true });
}

/** More of these are not worth a file of their own: what some kinds of start need of them, all read. */
const SMALL_BYTES = 20_000;

/**
 * Puts together what the same kinds of start read. What a process begins with counts for all that it may become.
 *
 * @param starts the sources that a process begins with, each with the source whose imports on demand decide what it becomes
 */
export function byStarts(starts, { outputs, inputs }) {
  const readBy = new Map();
  const read = (source, start) => {
    const [entry] = [...outputs].find(([, { entryPoint }]) => entryPoint === source) ?? [];
    if (entry === undefined) throw new Error(`${source} is no entry of any chunk`);
    for (const name of closure(entry, outputs)) readBy.set(name, [...(readBy.get(name) ?? []), start]);
  };
  for (const [first, deciding] of Object.entries(starts)) {
    read(first, { first, becomes: '' });
    for (const { path, kind } of inputs[deciding].imports)
      if (kind === 'dynamic-import') read(path, { first, becomes: path });
  }
  const isAlwaysRead = (name, by) =>
    readBy.get(name).some(({ first, becomes }) => first === by && becomes === '');
  const groups = new Map();
  const names = new Map();
  // What a chunk imports comes before it.
  for (const name of inOrder(readBy.keys(), outputs)) {
    const imported = importsOf(name, outputs);
    const firsts = [...new Set(readBy.get(name).map(({ first }) => first))];
    if (
      outputs.get(name).bytes <= SMALL_BYTES &&
      firsts.every((by) => imported.every((one) => isAlwaysRead(one, by)))
    )
      readBy.set(
        name,
        firsts.map((first) => ({ first, becomes: '' })),
      );
    const by = readBy.get(name).filter(({ first, becomes }) => becomes === '' || !isAlwaysRead(name, first));
    const key = by.map(({ first, becomes }) => `${first} ${becomes}`).join();
    if (!names.has(key)) names.set(key, `start-${names.size + 1}`);
    if (isDemanded(name, outputs) || outputs.get(name).entryPoint === undefined)
      groups.set(name, names.get(key));
  }
  return groups;
}

function inOrder(names, outputs) {
  const found = new Set();
  const add = (name) => {
    if (found.has(name)) return;
    for (const one of importsOf(name, outputs)) add(one);
    found.add(name);
  };
  for (const name of names) add(name);
  return found;
}

function closure(entry, outputs, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const name of importsOf(entry, outputs)) closure(name, outputs, found);
  return found;
}

const importsOf = (name, outputs) =>
  outputs
    .get(name)
    .imports.filter(({ kind, external }) => kind === 'import-statement' && !external)
    .map(({ path }) => basename(path));

const isDemanded = (name, outputs) =>
  [...outputs.values()].some(({ imports }) =>
    imports.some(({ path, kind }) => kind === 'dynamic-import' && basename(path) === name),
  );

/** The name that an export of a chunk has in its group; chunks may export the same one. */
function inGroup(name, exported, outputs, groups) {
  const alike = [...groups.keys()].filter(
    (one) => groups.get(one) === groups.get(name) && outputs.get(one).exports.includes(exported),
  );
  return alike.length === 1 ? exported : `${exported}_${alike.indexOf(name) + 1}`;
}

const exportsOf = (name, outputs, groups) =>
  `export{${outputs
    .get(name)
    .exports.map((exported) => `${inGroup(name, exported, outputs, groups)} as ${exported}`)
    .join(',')}}from"./${groups.get(name)}.js";`;

const joining = (folder, outputs, groups) => ({
  name: 'joining',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, kind, importer, namespace }) => {
      if (path.startsWith('group:')) return { path: path.slice(6), namespace: 'group' };
      if (kind === 'entry-point') return { path };
      const name = basename(path);
      const isChunk = path.startsWith('./') && outputs.has(name);
      if (!isChunk || kind === 'dynamic-import' || !groups.has(name)) return { path, external: true };
      const own = namespace === 'group' ? importer : groups.get(basename(importer));
      return own === groups.get(name) ? { path: join(folder, name) } : { path: name, namespace: 'of-group' };
    });
    onLoad({ filter: /.*/, namespace: 'group' }, ({ path: group }) => ({
      contents: [...groups]
        .filter(([, of]) => of === group)
        .map(([name]) => {
          const exported = outputs
            .get(name)
            .exports.map((one) => `${one} as ${inGroup(name, one, outputs, groups)}`);
          return `import"./${name}";export{${exported.join(',')}}from"./${name}";`;
        })
        .join('\n'),
      resolveDir: folder,
    }));
    onLoad({ filter: /.*/, namespace: 'of-group' }, ({ path: name }) => ({
      contents: exportsOf(name, outputs, groups),
      resolveDir: folder,
    }));
  },
});
