import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sizeOf } from '../../../contract/cli/backups.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import type { Says } from '../../../contract/words/says.ts';
import type { AtTerminal, OwnCodes } from './at-terminal.ts';
import type { EngineClient } from './attach.ts';
import { blobOf, unread, whyNotNew, written } from './local-files.ts';
import { outcomeOf } from './restore-verb.ts';
import { bringPast, isOwnExport } from './past-import.ts';
import { onOneLine } from './terminal-text.ts';

/** Between two questions about how far an export is. */
const ASK_MS = 500;
/** How the JSON document of an export begins. */
const OWN_JSON = '{"format":"svc-export"';
const ERASE_LINE = '\r\u001b[K';

const words = { whenGone: sayOf('gone.export'), whenNothing: sayOf('nothing.export') };

/** `svc export` and `svc import`. */
export const exportVerbs = {
  export: (at, { args: [file], json }) => {
    const { tell, say } = at;
    const whenInterrupted = () => tell('terminal.interrupted', { why: tell('terminal.nothing_kept') });
    return at.over({ ...words, whenInterrupted }, async ({ client }) => {
      const taken = file === undefined ? null : await whyNotNew(file);
      if (taken !== null) return taken;
      const headers = { accept: 'application/zip' };
      const answer = await client['export.data']({ headers, signal: at.interrupted });
      const path = file ?? nameIn(answer.headers.get('content-disposition'));
      const done = new AbortController();
      const watching = watch(client, at, done.signal);
      let problem: Says | null;
      try {
        problem = await written(path, answer.body as AsyncIterable<Uint8Array>);
      } finally {
        done.abort();
        await watching;
      }
      if (problem !== null) return problem;
      const { state, bytes, counts, problems } = await client['export.progress']();
      if (json) at.printJson({ file: path, state, bytes, counts, problems });
      else at.print([path]);
      for (const one of problems) say(`${one.section}: ${one.problem}`);
      if (state !== 'complete') return tell('terminal.export_incomplete');
      say(tell('terminal.exported', { counts: tell(inWords('out', counts)), size: sizeOf(bytes) }));
    });
  },

  import: (at, { args: [file = ''], switches, json }) => {
    const { tell, say, interrupted } = at;
    let told = tell('terminal.nothing_changed');
    const whenInterrupted = () => tell('terminal.interrupted', { why: told });
    return at.over({ ...words, whenInterrupted }, async (engine) => {
      const isFolder = await stat(file).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (isFolder) return tell('terminal.import_folder', { file });
      const body = await blobOf(file);
      if (!('stream' in body)) return unread(file, body);
      const isDry = switches.has('dry-run');
      if ((await body.slice(0, OWN_JSON.length).text()) === OWN_JSON)
        return tell('terminal.import_json', { file });
      const isOwn = await isOwnExport(body);
      if (isOwn && isDry) return tell('terminal.import_whole', { file });
      if (!isOwn) {
        told = tell('terminal.past_goes_on');
        return await bringPast(engine, at, body, { isDry, json });
      }
      say(tell('terminal.export_checked'));
      told = tell('terminal.import_if_sent');
      if (engine.isOwn) told = tell('terminal.import_if_sound');
      const { operationId, counts, secrets, left } = await engine.client['export.import']({
        body,
        signal: interrupted,
      });
      told = tell(engine.isOwn ? 'terminal.comes_in_next' : 'terminal.import_goes_on');
      say(tell('terminal.export_sound'));
      const { status, problems } = await outcomeOf(engine, operationId, at);
      for (const problem of problems) say(problem);
      if (status !== 'completed') return tell('terminal.import_undone');
      if (json) at.printJson({ counts, secrets, left });
      say(`${tell(inWords('in', counts))}.`);
      for (const sentence of left) say(sentence);
      if (secrets.length > 0) say(tell('terminal.secrets_again', { names: secrets.join(', ') }));
      if ((counts['triggers'] ?? 0) > 0) say(tell('terminal.automations_wait'));
      if ((counts['grants'] ?? 0) > 0) say(tell('terminal.consents_revoked'));
    });
  },
} satisfies OwnCodes;

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
  { err, screen, tell }: AtTerminal,
  stop: AbortSignal,
): Promise<void> {
  let last = '';
  while (!stop.aborted) {
    const now = await client['export.progress']().catch(() => null);
    if (now && now.section !== null && now.state === 'running') {
      const count = now.of === null ? null : sayOf('terminal.count_of', { done: now.items, total: now.of });
      const [section, size] = [onOneLine(now.section), sizeOf(now.bytes)];
      if (screen) err(`${ERASE_LINE}${tell('terminal.exporting', { section, count, size })}`);
      else if (now.section !== last) err(`${tell('terminal.exporting_line', { section, size })}\n`);
      last = now.section;
    }
    await pause(ASK_MS, null, { signal: stop }).catch(() => undefined);
  }
  if (screen && last !== '') err(ERASE_LINE);
}
