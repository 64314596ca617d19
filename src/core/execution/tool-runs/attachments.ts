import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';
import { bytesInBase64, fromBase64 } from '../../kernel/bytes.ts';
import { cleanName, namesLike } from '../../kernel/file-name.ts';
import { textIn } from '../../kernel/file-text.ts';
import { refuse } from './errors.ts';
import { toolRunLimits } from './limits.ts';
import type { SentFile } from './model.ts';

/** A file that came with a task, checked. */
export interface Attached {
  /** Cleaned, and different from that of every other file. */
  readonly name: string;
  /** As the host said: not trusted. */
  readonly mimetype: string;
  readonly bytes: Uint8Array;
}

export interface AttachedText extends Omit<Attached, 'bytes'> {
  readonly text: string;
}

const { fileBytes, allFileBytes, inlineBytes, files: mostFiles } = toolRunLimits;

/**
 * Checks and decodes the files of a task.
 * @throws Refusal attachment_limit, attachments_limit, attachments_number_limit, attachment_invalid
 */
export function attachedFiles(sent: readonly SentFile[]): readonly Attached[] {
  if (sent.length > mostFiles)
    throw refuse.attachments_number_limit({ files: sent.length, limit: mostFiles });
  // Before anything is decoded.
  for (const file of sent) checkSize(file, Math.max(file.size ?? 0, bytesInBase64(file.data)));
  const all = sent.reduce((sum, { data }) => sum + bytesInBase64(data), 0);
  if (all > allFileBytes) throw refuse.attachments_limit({ sizeBytes: all, limit: allFileBytes });
  const taken = new Set<string>();
  return sent.map((file) => {
    const bytes = fromBase64(file.data);
    if (bytes === null)
      throw refuse.attachment_invalid({ name: shownName(file) }, say('tool_runs.not_base64'));
    if (file.size !== undefined && file.size !== bytes.length)
      throw refuse.attachment_invalid(
        { name: shownName(file), size: file.size, sizeBytes: bytes.length },
        say('tool_runs.other_size', {
          name: quote(shownName(file)),
          size: file.size,
          sizeBytes: bytes.length,
        }),
      );
    return { name: freeName(file.name, taken), mimetype: file.mimetype, bytes };
  });
}

function checkSize(file: SentFile, sizeBytes: number): void {
  if (sizeBytes > fileBytes)
    throw refuse.attachment_limit({ name: shownName(file), sizeBytes, limit: fileBytes });
}

const shownName = ({ name }: SentFile): string => cleanName(name);

/** Names that differ only in letter case are the same file on some systems. */
function freeName(given: string, taken: Set<string>): string {
  const lastPart = given.split(/[/\\]/u).at(-1) ?? '';
  for (const name of namesLike(cleanName(lastPart))) {
    const key = name.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
  throw new Error('More files have this name than a run can have.');
}

/** Small texts stand in the task, in their order as far as the budget goes; all others are written. */
export function divided(files: readonly Attached[]): {
  readonly inline: readonly AttachedText[];
  readonly written: readonly Attached[];
} {
  let left: number = inlineBytes;
  const inline: AttachedText[] = [];
  const written: Attached[] = [];
  for (const file of files) {
    const fits = file.bytes.length <= left && isText(file.mimetype);
    const text = fits ? textIn(file.bytes)?.text : undefined;
    if (text === undefined) written.push(file);
    else {
      left -= file.bytes.length;
      inline.push({ name: file.name, mimetype: file.mimetype, text });
    }
  }
  return { inline, written };
}

const isText = (mimetype: string): boolean =>
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|typescript|x-javascript|x-typescript|yaml|x-yaml|x-sh|x-shellscript|toml|x-python)\b)/iu.test(
    mimetype,
  );
