import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../../contract/cli/command.ts';
import type { ExportVerbs } from '../../../contract/cli/exports.ts';
import { sizeOf } from '../../../contract/cli/backups.ts';
import type { Attached, EngineClient } from './attach.ts';
import { blobOf, unread, whyNotNew, written } from './local-files.ts';
import { outcomeOf } from './restore-verb.ts';
import { onOneLine } from './terminal-text.ts';
import type { VerbDeps } from './verb-deps.ts';
import { withEngine } from './with-engine.ts';
import type { Says } from '../../../contract/words/says.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

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
      whenGone: sayOf('gone.export'),
      whenNothing: sayOf('nothing.export'),
    });
    const code = await ask(async (engine) => {
      try {
        problem = await act(engine);
      } catch (error) {
        if (!interrupted.aborted) throw error;
        problem = tell(sayOf('terminal.interrupted', { why: whenInterrupted() }));
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
          if (taken !== null) return tell(taken);
          const headers = { accept: 'application/zip' };
          const answer = await client['export.data']({ headers, signal: interrupted });
          const path = file ?? nameIn(answer.headers.get('content-disposition'));
          const done = new AbortController();
          const watching = watch(client, deps, done.signal);
          let problem: Says | null;
          try {
            problem = await written(path, answer.body as AsyncIterable<Uint8Array>);
          } finally {
            done.abort();
            await watching;
          }
          if (problem !== null) return tell(problem);
          const { state, bytes, counts, problems } = await client['export.progress']();
          out(json ? `${JSON.stringify({ file: path, state, bytes, counts, problems })}\n` : `${path}\n`);
          for (const one of problems) say(`${one.section}: ${one.problem}`);
          if (state !== 'complete') return tell(sayOf('terminal.export_incomplete'));
          say(
            tell(sayOf('terminal.exported', { counts: tell(inWords('out', counts)), size: sizeOf(bytes) })),
          );
          return null;
        },
        () => tell(sayOf('terminal.nothing_kept')),
      ),

    import: async ({ file, json }) => {
      let told = tell(sayOf('terminal.nothing_changed'));
      return await verdict(
        async (engine) => {
          const isFolder = await stat(file).then(
            (found) => found.isDirectory(),
            () => false,
          );
          if (isFolder) return tell(sayOf('terminal.import_folder', { file }));
          const body = await blobOf(file);
          if (!('stream' in body)) return tell(unread(file, body));
          if ((await body.slice(0, 1).text()) === '{') return tell(sayOf('terminal.import_json', { file }));
          say(tell(sayOf('terminal.export_checked')));
          told = tell(sayOf('terminal.import_if_sent'));
          if (engine.isOwn) told = tell(sayOf('terminal.import_if_sound'));
          const { operationId, counts, secrets, left } = await engine.client['export.import']({
            body,
            signal: interrupted,
          });
          told = engine.isOwn
            ? tell(sayOf('terminal.comes_in_next'))
            : tell(sayOf('terminal.import_goes_on'));
          say(tell(sayOf('terminal.export_sound')));
          const { status, problems } = await outcomeOf(engine, operationId, deps);
          for (const problem of problems) say(problem);
          if (status !== 'completed') return tell(sayOf('terminal.import_undone'));
          if (json) out(`${JSON.stringify({ counts, secrets, left })}\n`);
          say(`${tell(inWords('in', counts))}.`);
          for (const sentence of left) say(sentence);
          if (secrets.length > 0) say(tell(sayOf('terminal.secrets_again', { names: secrets.join(', ') })));
          if ((counts['triggers'] ?? 0) > 0) say(tell(sayOf('terminal.automations_wait')));
          if ((counts['grants'] ?? 0) > 0) say(tell(sayOf('terminal.consents_revoked')));
          return null;
        },
        () => told,
      );
    },
  };
}

/** What came in or out, for people: conversations and files are what they know. */
function inWords(way: 'in' | 'out', all: Readonly<Record<string, number>>): Says {
  // The first of them is the workspace itself.
  const counts: Readonly<Record<string, number>> = {
    ...all,
    workspaceFiles: Math.max(0, (all['workspaceFiles'] ?? 0) - 1),
  };
  const items = Object.entries(counts).reduce(
    (sum, [section, count]) => sum + (ALWAYS.has(section) ? 0 : count),
    0,
  );
  if (items === 0) return sayOf(`terminal.nothing_of_yours_${way}`);
  const of = (...sections: readonly string[]) =>
    sections.reduce((sum, section) => sum + (counts[section] ?? 0), 0);
  const files = of('artifactContents', 'changesetCopies', 'workspaceFiles');
  return sayOf(`terminal.came_${way}`, { threads: of('threads'), files, items });
}

/** Of an engine that no one has used yet, too. */
const ALWAYS: ReadonlySet<string> = new Set(['graphMarks', 'people', 'skippedFiles']);

const nameIn = (disposition: string | null): string =>
  /filename="?(svc-export-[\d-]+\.zip)"?/u.exec(disposition ?? '')?.[1] ?? 'svc-export.zip';

/** Shows how far the export is until `stop`: at a terminal on one line, elsewhere a line for each section. */
async function watch(
  client: EngineClient,
  { err, screen, tell }: ExportVerbDeps,
  stop: AbortSignal,
): Promise<void> {
  let last = '';
  while (!stop.aborted) {
    const now = await client['export.progress']().catch(() => null);
    if (now && now.section !== null && now.state === 'running') {
      const count = now.of === null ? null : sayOf('terminal.count_of', { done: now.items, total: now.of });
      const [section, size] = [onOneLine(now.section), sizeOf(now.bytes)];
      if (screen) err(`${ERASE_LINE}${tell(sayOf('terminal.exporting', { section, count, size }))}`);
      else if (now.section !== last) err(`${tell(sayOf('terminal.exporting_line', { section, size }))}\n`);
      last = now.section;
    }
    await pause(ASK_MS, null, { signal: stop }).catch(() => undefined);
  }
  if (screen && last !== '') err(ERASE_LINE);
}
