import { saying, type Quoted } from '../../kernel/says.ts';

/** What would be done to files of the workspace. */
export interface FileSays {
  'file.write': { path: Quoted; content: Quoted; encoding: 'utf-8' | 'base64' };
  'file.edit': { path: Quoted; before: Quoted; after: Quoted; isEverywhere: boolean };
  'file.delete': { path: Quoted };
  'file.move': { from: Quoted; to: Quoted };
}

export const say = saying<FileSays>();
