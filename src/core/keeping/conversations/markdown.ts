import type { AttachmentBlock, Message } from '../../conversation/threads/model.ts';

/** The document in the zip, and the folder of the files beside it. */
export const DOCUMENT = 'conversation.md';
export const FILES = 'files';

/** Where a file of the workspace lies in the zip; null: it is gone. */
export type PlaceOf = (path: string) => string | null;

/** The beginning of the document. */
export const headOf = (title: string): string => `# ${title.replaceAll(/\s+/gu, ' ').trim()}\n`;

/**
 * A message as a person reads it: what was said, the names of the tools that were used, and links to the files that came with
 * it. What tools returned and what the model thought is left out. Empty if nothing is left.
 */
export function markdownOf({ role, createdAt, content }: Message, placeOf: PlaceOf): string {
  const said = content.flatMap((block): readonly string[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? [] : [block.text.trim()];
      case 'attachment':
        return [attached(block, placeOf)];
      case 'tool_call':
        return [`*${block.name}*`];
      case 'note':
        return role === 'assistant' && block.code !== 'reminded' ? [`*${block.detail}*`] : [];
      default:
        return [];
    }
  });
  if (said.length === 0) return '';
  const at = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ');
  return `\n## ${role === 'user' ? 'You' : 'svc'} · ${at} UTC\n\n${said.join('\n\n')}\n`;
}

function attached({ path, name }: AttachmentBlock, placeOf: PlaceOf): string {
  const place = placeOf(path);
  const label = name.replaceAll(/[[\]\\]/gu, String.raw`\$&`);
  return place === null ? `(${label})` : `[${label}](${place.split('/').map(encodeURIComponent).join('/')})`;
}

/** Of these messages the files that came with them, each once. */
export const pathsIn = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'attachment' ? [block.path] : [])),
    ),
  );
