import type { Figure } from '../figure.ts';
import { backup } from './backup.ts';
import { chunkCpu } from './chunk-cpu.ts';
import { chunkDelay } from './chunk-delay.ts';
import { collections } from './collections.ts';
import { erasure } from './erasure.ts';
import { externalTool } from './external-tool.ts';
import { firstRun } from './first-run.ts';
import { firstText } from './first-text.ts';
import { graph } from './graph.ts';
import { httpRequest } from './http-request.ts';
import { idleMemory } from './idle-memory.ts';
import { insights } from './insights.ts';
import { longStream } from './long-stream.ts';
import { manyStreams } from './many-streams.ts';
import { memoryPut } from './memory-put.ts';
import { memoryRecall } from './memory-recall.ts';
import { memorySearch } from './memory-search.ts';
import { migration } from './migration.ts';
import { rateLimit } from './rate-limit.ts';
import { secrets } from './secrets.ts';
import { sessions64 } from './sessions-64.ts';
import { start1gb } from './start-1gb.ts';
import { start } from './start.ts';
import { stats } from './stats.ts';
import { threadList } from './thread-list.ts';
import { threadMessages } from './thread-messages.ts';
import { toolCall } from './tool-call.ts';
import { toolLoop } from './tool-loop.ts';
import { toolPolls } from './tool-polls.ts';
import { triggers } from './triggers.ts';
import { exported } from './export.ts';
import { upload } from './upload.ts';
import { workflows } from './workflows.ts';

/** In the order of the table. */
export const figures: readonly Figure[] = [
  firstText,
  firstRun,
  chunkDelay,
  chunkCpu,
  longStream,
  manyStreams,
  sessions64,
  toolLoop,
  toolCall,
  toolPolls,
  externalTool,
  httpRequest,
  rateLimit,
  start,
  start1gb,
  idleMemory,
  threadList,
  threadMessages,
  memorySearch,
  memoryPut,
  memoryRecall,
  stats,
  insights,
  collections,
  graph,
  secrets,
  triggers,
  workflows,
  backup,
  upload,
  erasure,
  migration,
  exported,
];

/** The figures of these names; without names, all that are not measured by name only. */
export const chosen = (names: readonly string[]): readonly Figure[] =>
  figures.filter(({ name, onlyByName }) => (names.length === 0 ? !onlyByName : names.includes(name)));

/** What to tell about names that no figure has; null if there are none. */
export function unknownFigures(names: readonly string[]): string | null {
  const unknown = names.filter((name) => !figures.some((figure) => figure.name === name));
  if (unknown.length === 0) return null;
  const known = figures.map(({ name, summary, onlyByName }) => {
    const byName = onlyByName ? ' (only by name)' : '';
    return `  ${name.padEnd(16)}${summary}${byName}\n`;
  });
  return `There is no figure named ${unknown.join(', ')}. The figures are:\n${known.join('')}`;
}
