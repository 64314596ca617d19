import { base64, collected } from '../../kernel/bytes.ts';
import { textBeginning, textIn } from '../../kernel/file-text.ts';
import { workspaceLimits } from './limits.ts';
import type { FoundFile } from '../../ports/workspace.ts';

export interface Preview {
  /** Text, decoded; anything else as base64. */
  readonly encoding: 'utf-8' | 'base64';
  readonly content: string;
  /** Whether the file goes on. */
  readonly truncated: boolean;
}

export interface PreviewedBytes extends Preview {
  readonly bytes: Uint8Array;
}

/** The beginning of a file, as much as a preview shows (specification); a text never ends in half a character. */
export async function preview(file: FoundFile): Promise<PreviewedBytes> {
  const { previewBytes } = workspaceLimits;
  const truncated = file.sizeBytes > previewBytes;
  const bytes = await collected(file.content(Math.min(file.sizeBytes, previewBytes)));
  const found = truncated ? textBeginning(bytes) : textIn(bytes);
  if (found) return { encoding: 'utf-8', content: found.text, truncated, bytes };
  return { encoding: 'base64', content: base64(bytes), truncated, bytes };
}
