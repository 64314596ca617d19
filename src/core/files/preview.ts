import { base64, collected } from '../kernel/bytes.ts';
import { textIn } from '../kernel/file-text.ts';
import { workspaceLimits } from './limits.ts';
import type { FoundFile } from '../ports/workspace.ts';

export interface Preview {
  /** Text as it is; anything else as base64. */
  readonly encoding: 'utf-8' | 'base64';
  readonly content: string;
  /** Whether the file goes on. */
  readonly truncated: boolean;
}

/** Longer than any UTF-8 character. */
const CHARACTER_BYTES = 4;

/** The beginning of a file, as much as a preview shows (specification); a text never ends in half a character. */
export async function preview(file: FoundFile): Promise<Preview> {
  const { previewBytes } = workspaceLimits;
  const truncated = file.sizeBytes > previewBytes;
  const bytes = await collected(file.content(Math.min(file.sizeBytes, previewBytes)));
  const cut = truncated ? CHARACTER_BYTES : 1;
  for (let less = 0; less < cut; less += 1) {
    const text = textIn(bytes.subarray(0, bytes.length - less))?.text;
    if (text !== undefined) return { encoding: 'utf-8', content: text, truncated };
  }
  return { encoding: 'base64', content: base64(bytes), truncated };
}
