import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/command.ts';
import type { ExportVerbs } from '../../../contract/cli/exports.ts';
import { sizeOf } from '../../../contract/cli/backups.ts';
import type { Attached, EngineClient } from './attach.ts';
import { blobOf, reasonOf, whyNotNew, written } from './local-files.ts';
import { outcomeOf } from './restore-verb.ts';
import { onOneLine } from './terminal-text.ts';
import type { VerbDeps } from './verb-deps.ts';
import { withEngine } from './with-engine.ts';

type ExportVerbDeps = Pick<VerbDeps, 'attachedOrOwn' | 'out' | 'err' | 'tell' | 'screen' | 'interrupted'>;

/** Between two questions about how far an export is. */
const ASK_MS = 500;
const ERASE_LINE = '\r\u001b[K';

/** `svc export` and `svc import`. */
export function exportVerbs(deps: ExportVerbDeps): ExportVerbs {
  const { attachedOrOwn, out, err, tell, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);

  async function verdict(
    act: (engine: Attached) => Promise<string | null>,
    whenInterrupted: () => string,
  ): Promise<number> {
    let problem: string | null = null;
    const ask = withEngine({
      attachedOrOwn,
      err,
      tell,
      whenGone: 'Nothing was kept. Run the command again.',
      whenNothing: 'This engine knows no exports: it is an older version of svc.',
    });
    const code = await ask(async (engine) => {
      try {
        problem = await act(engine);
      } catch (error) {
        if (!interrupted.aborted) throw error;
        problem = `interrupted. ${whenInterrupted()}`;
      }
    });
    if (problem === null) return code;
    err(`svc: ${onOneLine(problem)}\n`);
    return EXIT.refused;
  }

  return {
    export: ({ file, json }) =>
      verdict(
        async ({ client }) => {
          const taken = file === null ? null : await whyNotNew(file);
          if (taken !== null) return taken;
          const headers = { accept: 'application/zip' };
          const answer = await client['export.data']({ headers, signal: interrupted });
          const path = file ?? nameIn(answer.headers.get('content-disposition'));
          const done = new AbortController();
          const watching = watch(client, deps, done.signal);
          let problem: string | null;
          try {
            problem = await written(path, answer.body as AsyncIterable<Uint8Array>);
          } finally {
            done.abort();
            await watching;
          }
          if (problem !== null) return problem;
          const { state, bytes, counts, problems } = await client['export.progress']();
          out(json ? `${JSON.stringify({ file: path, state, bytes, counts, problems })}\n` : `${path}\n`);
          for (const one of problems) say(`${one.section}: ${one.problem}`);
          if (state !== 'complete') return 'the export is not complete. What could be read is in the file.';
          say(
            `${inWords('Exported', counts)} (${sizeOf(bytes)}). Keep the file where no one else can read it.`,
          );
          return null;
        },
        () => 'Nothing was kept.',
      ),

    import: async ({ file, json }) => {
      let told = 'Nothing was changed.';
      return await verdict(
        async (engine) => {
          const isFolder = await stat(file).then(
            (found) => found.isDirectory(),
            () => false,
          );
          if (isFolder)
            return `${file} is a folder: name the zip that svc export wrote. Nothing was changed.`;
          const body = await blobOf(file);
          if (!('stream' in body)) return `${file} cannot be read: ${reasonOf(body)}.`;
          if ((await body.slice(0, 1).text()) === '{')
            return `${file} is a JSON document: only the zip that svc export writes can be imported. Nothing was changed.`;
          say('Checking the export…');
          told =
            'If the whole file was sent, the engine goes on with the import: svc threads shows whether it is done. Otherwise nothing was changed.';
          if (engine.isOwn)
            told =
              'If the whole file was read and found sound, it comes in with the next svc command; otherwise nothing was changed. svc threads shows which.';
          const { operationId, counts, secrets, left } = await engine.client['export.import']({
            body,
            signal: interrupted,
          });
          told = engine.isOwn
            ? 'It comes in with the next svc command.'
            : 'The engine goes on with the import: svc threads shows when it is done.';
          say('The export is sound. The engine restarts with it…');
          const { status, problems } = await outcomeOf(engine, operationId, deps);
          for (const problem of problems) say(problem);
          if (status !== 'completed') return 'nothing was imported: everything is as it was before.';
          if (json) out(`${JSON.stringify({ counts, secrets, left })}\n`);
          say(`${inWords('Imported', counts)}.`);
          for (const sentence of left) say(sentence);
          if (secrets.length > 0)
            say(`Secrets are not in an export. Set these again with svc secret set: ${secrets.join(', ')}.`);
          if ((counts['triggers'] ?? 0) > 0)
            say('Schedules, watches and reminders wait until you confirm them: svc trigger list.');
          if ((counts['grants'] ?? 0) > 0)
            say(
              'What the agent was allowed without asking came in revoked: allow it again where you want it.',
            );
          return null;
        },
        () => told,
      );
    },
  };
}

/** What came in or out, for people: conversations and files are what they know. */
function inWords(what: string, all: Readonly<Record<string, number>>): string {
  // The first of them is the workspace itself.
  const counts: Readonly<Record<string, number>> = {
    ...all,
    workspaceFiles: Math.max(0, (all['workspaceFiles'] ?? 0) - 1),
  };
  const number = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const items = Object.entries(counts).reduce(
    (sum, [section, count]) => sum + (ALWAYS.has(section) ? 0 : count),
    0,
  );
  if (items === 0) return `${what}: there was nothing of yours yet`;
  const of = (...sections: readonly string[]) =>
    sections.reduce((sum, section) => sum + (counts[section] ?? 0), 0);
  const files = of('artifactContents', 'changesetCopies', 'workspaceFiles');
  return `${what}: ${number(of('threads'), 'conversation')}, ${files === 1 ? '1 file or folder' : `${files} files and folders`}, ${number(items, 'item')} in all`;
}

/** Of an engine that no one has used yet, too. */
const ALWAYS: ReadonlySet<string> = new Set(['graphMarks', 'people', 'skippedFiles']);

const nameIn = (disposition: string | null): string =>
  /filename="?(svc-export-[\d-]+\.zip)"?/u.exec(disposition ?? '')?.[1] ?? 'svc-export.zip';

/** Shows how far the export is until `stop`: at a terminal on one line, elsewhere a line for each section. */
async function watch(
  client: EngineClient,
  { err, screen }: ExportVerbDeps,
  stop: AbortSignal,
): Promise<void> {
  let last = '';
  while (!stop.aborted) {
    const now = await client['export.progress']().catch(() => null);
    if (now && now.section !== null && now.state === 'running') {
      const count = now.of === null ? '' : ` ${now.items} of ${now.of}`;
      if (screen) err(`${ERASE_LINE}Exporting ${onOneLine(now.section)}${count}, ${sizeOf(now.bytes)}`);
      else if (now.section !== last)
        err(`Exporting ${onOneLine(now.section)}, ${sizeOf(now.bytes)} so far\n`);
      last = now.section;
    }
    await pause(ASK_MS, null, { signal: stop }).catch(() => undefined);
  }
  if (screen && last !== '') err(ERASE_LINE);
}
