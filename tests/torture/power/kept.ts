import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Started } from '../lab.ts';
import { CHANGED_CHARS, numberOf } from './load.ts';
import { lastSafe, replayFaults, type Taken } from './replay.ts';
import type { Talk, Told } from './told.ts';

/** What was acknowledged and is gone, besides the work of the kill sweep. */
export async function lostOf(
  engine: Started,
  dataDir: string,
  told: Told,
  taken: Taken,
): Promise<readonly string[]> {
  const talks: string[] = [];
  for (const talk of told.talks) talks.push(...(await lostTalk(engine, talk, told, taken)));
  return [
    ...talks,
    ...(await lostChange(engine, dataDir, told)),
    ...(await lostConsents(engine, told)),
    ...(await lostLines(engine, told)),
    ...(await lostTitle(engine, told)),
  ];
}

async function lostTalk(
  engine: Started,
  talk: Talk,
  { safe }: Told,
  taken: Taken,
): Promise<readonly string[]> {
  const { client } = engine;
  const { threadId, runId, frames, costUsd } = talk;
  if (threadId === null) return [];
  const { messages } = await client['threads.messages']({ params: { id: threadId } });
  if (runId === null) return [];
  const run = await client['history.run']({ params: { id: runId } });
  const done = [...frames.values()].find((frame) => /^event: done$/mu.test(frame));
  const cost =
    done === undefined ? null : (JSON.parse(/^data: (.*)$/mu.exec(done)?.[1] ?? '{}') as Talk).costUsd;
  const written = messages
    .flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : '')))
    .join('');
  const last = lastSafe(talk, safe.get(runId) ?? 0);
  const texts = [...frames].flatMap(([id, frame]) => {
    const { text } = JSON.parse(/^data: (.*)$/mu.exec(frame)?.[1] ?? '{}') as { text?: string };
    return id <= last && frame.includes('event: text') && text !== undefined ? [text] : [];
  });
  return [
    ...(messages.length > 0 ? [] : [`the task of run ${runId} is lost`]),
    ...(run.status === 'running' ? [`run ${runId} has no end`] : []),
    ...(done === undefined || run.status === 'completed'
      ? []
      : [`run ${runId} was told as done and is ${run.status}`]),
    ...[cost, costUsd]
      .filter((one) => one !== null && one !== run.costUsd)
      .map((one) => `run ${runId} cost ${one} and costs ${run.costUsd}`),
    ...texts
      .filter((text) => !written.includes(text))
      .map((text) => `"${text}" is not in the thread of ${runId}`),
    ...(await replayFaults(engine, talk, safe.get(runId) ?? 0, taken)),
  ];
}

/** A run changes no file before the change can be undone; what it wrote stays. */
async function lostChange(
  { client }: Started,
  dataDir: string,
  { change: { sessionId, isOver, isReviewed } }: Told,
): Promise<readonly string[]> {
  const path = join(dataDir, 'workspace', 'large.txt');
  const content = existsSync(path) ? readFileSync(path, 'utf8') : null;
  if (content !== null && content !== 'x'.repeat(CHANGED_CHARS)) return ['the file of the run is not whole'];
  if (sessionId === null) return [];
  const { pending, files } = await client['changesets.get']({ params: { id: sessionId } });
  return [
    ...(isOver && content === null ? ['the file of a run that ended is lost'] : []),
    ...(isReviewed && pending ? ['the review is lost'] : []),
    ...(content !== null && !isOver && !files.some((file) => file.path === 'large.txt')
      ? ['the file was changed, and there is no change to review']
      : []),
  ];
}

async function lostConsents({ client }: Started, { hosts }: Told): Promise<readonly string[]> {
  const { consents } = await client['consents.list']();
  const kept = new Set(consents.map(({ target }) => target));
  return hosts.filter((host) => !kept.has(host)).map((host) => `the consent to ${host} is lost`);
}

async function lostLines({ client }: Started, { lines }: Told): Promise<readonly string[]> {
  const { content } = await client['memory.read']({ params: { ns: 'status' } });
  const kept = new Set(content.split('\n'));
  return lines.filter((line) => !kept.has(line)).map((line) => `"${line}" is lost`);
}

async function lostTitle(
  { client }: Started,
  { titled: { threadId, nth } }: Told,
): Promise<readonly string[]> {
  if (threadId === null) return [];
  const { title } = await client['threads.get']({ params: { id: threadId } });
  // A later one was asked for, and may be stored without having been acknowledged.
  if (nth === 0 || numberOf(title ?? '') >= nth) return [];
  return [`the title is "${title}", and number ${nth} was acknowledged`];
}
