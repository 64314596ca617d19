import { compactionLimits } from '../limits.ts';
import { quoted } from '../../../kernel/quoted.ts';
import type { Message } from '../../../conversation/threads/model.ts';

const { messageChars } = compactionLimits;

/** The summary with the paths of the files that were attached, which a model may leave out: they can be read again. */
export function withAttachments(summary: string, covered: readonly Message[]): string {
  const paths = covered.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'attachment' ? [block.path] : [])),
  );
  const missing = [...new Set(paths)].filter((path) => !summary.includes(path)).slice(-LISTED);
  if (missing.length === 0) return summary;
  const list = missing.map((path) => `- ${quoted(path, messageChars)}`).join('\n');
  return `${summary}\n\nFiles of the workspace that were attached:\n${list}`;
}

/** The latest ones. */
const LISTED = 50;
