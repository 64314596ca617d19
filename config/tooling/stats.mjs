// Shows sizes without limits: the files, lines and median of each folder, the five largest files, the tokens of src, and how many of its files
// have a part in four things that the engine does.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { createScanner } from 'typescript/unstable/ast/scanner';

const root = fileURLToPath(new URL('../../', import.meta.url));
const print = (line) => process.stdout.write(`${line}\n`);

const all = ['src', 'tests'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(root.length)),
);
const files = all
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => ({ path, lines: readFileSync(root + path, 'utf8').split('\n').length - 1 }));

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

const inSrc = all.filter((path) => path.startsWith('src/'));
const withEnding = (pattern) => inSrc.filter((path) => pattern.test(path));
const tokens = (paths) => paths.reduce((sum, path) => sum + tokensIn(path), 0);
print('\nsrc');
print(
  `${String(withEnding(/\.ts$/).length).padStart(8)}  files .ts, ${withEnding(/\.(?:ts|tsx|css)$/).length} with .tsx and styles`,
);
print(
  `${String(tokens(withEnding(/\.tsx?$/))).padStart(8)}  tokens of .ts and .tsx without comments, ${tokens(withEnding(/\.ts$/))} of .ts`,
);

print('\nfiles of src with a function that is called, the second time that it is done');
for (const [what, count] of await touched()) print(`${String(count).padStart(8)}  ${what}`);
process.exit();

/** What the scanner cannot tell without a parser (templates, patterns, texts and names of JSX) counts as one token each. */
function tokensIn(path) {
  const source = readFileSync(root + path, 'utf8');
  const { program } = parseSync(path, source);
  const whole = [];
  const isWhole = (start, end) => void whole.push([start, end]);
  new Visitor({
    TemplateLiteral({ start, end, quasis, expressions }) {
      // From a mark to the next hole, so that the tokens in the holes count by themselves.
      quasis.forEach((_, index) => {
        const from = index === 0 ? start : source.indexOf('}', expressions[index - 1].end);
        const to =
          index === expressions.length ? end : source.lastIndexOf('${', expressions[index].start) + 2;
        isWhole(from, to);
      });
    },
    TSTemplateLiteralType: ({ start, end }) => isWhole(start, end),
    Literal: ({ start, end, regex }) => regex && isWhole(start, end),
    JSXText: ({ start, end, value }) => value.trim() !== '' && isWhole(start, end),
    JSXAttribute: ({ value }) => value?.type === 'Literal' && isWhole(value.start, value.end),
    JSXIdentifier: ({ start, end }) => isWhole(start, end),
  }).visit(program);
  let text = '';
  let at = 0;
  for (const [start, end] of whole.sort(([a], [b]) => a - b)) {
    if (start < at) continue;
    text += `${source.slice(at, start)};`.padEnd(end - at);
    at = end;
  }
  const scanner = createScanner(true, undefined, text + source.slice(at));
  const { length } = scanner.getText();
  let count = 0;
  for (scanner.scan(); scanner.getTokenStart() < length; scanner.scan()) count += 1;
  return count;
}

/** Each is done twice in an engine of this process, and the second time is counted. */
async function touched() {
  const { temporaryDir } = await import('../../tests/harness/in-process-engine.ts');
  const { engineHere } = await import('../../tests/e2e/cli/engines.ts');
  const { svcHere } = await import('../../tests/harness/in-process-svc.ts');
  const { openTestPipes } = await import('../../tests/harness/tool-server.ts');
  const dataDir = temporaryDir();
  const { baseUrl, stop } = await engineHere(dataDir, { SVC_DEMO: '1' });
  const host = await openTestPipes({ dataDir });
  const ask = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const answer = await fetch(baseUrl + path, { method, ...sent });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  const follow = async (runId) => await ask('GET', `/api/runs/${runId}/events`);
  const { sessionId } = JSON.parse(await ask('POST', '/api/sessions'));
  const greeting = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'stats', version: '1' },
  };
  const call = async (id, method, params) => {
    host.send({ jsonrpc: '2.0', id, method, params });
    return await host.answerTo(id);
  };
  await call(0, 'initialize', greeting);
  host.send({ jsonrpc: '2.0', method: 'notifications/initialized' });

  const behaviours = {
    'POST run, to its last event': async () =>
      await ask('POST', `/api/sessions/${sessionId}/run`, { task: 'help' }),
    'PUT memory': async (time) => await ask('PUT', '/api/memory/knowledge', { content: `line ${time}` }),
    'svc trigger add, to the end of its run': async (time) => {
      const added = await svcHere(dataDir, [
        'trigger',
        'add',
        `Report ${time}`,
        '--schedule',
        '0 8 * * mon-fri',
        '--task',
        'help',
        '--yes',
        '--json',
      ]);
      if (added.code !== 0) throw new Error(added.stderr);
      const { runId } = JSON.parse(
        await ask('POST', `/api/triggers/${JSON.parse(added.stdout).triggerId}/run`),
      );
      await follow(runId);
    },
    'svc_run_start, to the last event of its run': async (time) => {
      const { result } = await call(time, 'tools/call', {
        name: 'svc_run_start',
        arguments: { task: 'help' },
      });
      await follow(result.structuredContent.run_id);
    },
  };

  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const own = new URL('../../src/', import.meta.url).href;
  const counts = [];
  let time = 0;
  for (const [what, behave] of Object.entries(behaviours)) {
    await behave((time += 1));
    await session.post('Profiler.takePreciseCoverage');
    await behave((time += 1));
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(
      ({ url, functions }) =>
        url.startsWith(own) &&
        functions.some(
          ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
        ),
    );
    if (process.env['TOUCHED'] === 'list')
      for (const { url } of called) print(`          ${url.slice(own.length)}`);
    counts.push([what, called.length]);
  }
  session.disconnect();
  await host.stop();
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
  return counts;
}
