import { untrusted } from '../../trust/untrusted/untrusted.ts';
import type { Attached, AttachedText } from './attachments.ts';

export interface Material {
  readonly userContext: string | null;
  readonly inline: readonly AttachedText[];
  /** Files on disk, and their folder, which is ours. */
  readonly written: readonly Attached[];
  readonly folder: string | null;
  /** See `untrusted`. */
  readonly nonce: string;
}

/**
 * What came with a task of the tool server, as the model reads it after the task. None of it is the owner's words: a host
 * passes on what it has from anywhere. Undefined if nothing came with it.
 */
export function materialOf({ userContext, inline, written, folder, nonce }: Material): string | undefined {
  const parts: string[] = [];
  if (userContext !== null && userContext.trim() !== '')
    parts.push(`${CONTEXT}\n${untrusted({ text: userContext, source: 'context of the task', nonce })}`);
  for (const file of inline)
    parts.push(
      untrusted({
        text: `<attachment ${attributes(file)}>\n${escaped(file.text)}\n</attachment>`,
        source: `attached file ${file.name}`,
        nonce,
      }),
    );
  if (folder !== null && written.length > 0) {
    const list = written.map(
      (file) =>
        `<attachment ${attributes(file)} size="${file.bytes.length}" path="${escaped(`${folder}/${file.name}`)}"/>`,
    );
    parts.push(`${FILES}\n${untrusted({ text: list.join('\n'), source: 'attached files', nonce })}`);
  }
  if (parts.length === 0) return undefined;
  return [CAME_WITH, ...parts].join('\n\n');
}

const CAME_WITH = 'The program that sent this task sent the following with it.';
const CONTEXT = 'What it says about the task:';
const FILES =
  'Files that it attached. read_file reads a text file of these under its whole path; they are not in the workspace.';

const attributes = ({ name, mimetype }: Pick<Attached, 'name' | 'mimetype'>): string =>
  `name="${escaped(name)}" mimetype="${escaped(mimetype.slice(0, MIMETYPE_CHARS))}"`;

const MIMETYPE_CHARS = 100;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As text or as an attribute of XML. */
const escaped = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/gu, (sign) => references[sign] ?? sign);
