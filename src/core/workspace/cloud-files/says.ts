import { saying, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

/** What would be written. */
type Cells = {
  rows: number;
  /** Its values may be formulas, which can ask other servers. */
  isTyped: boolean;
  values: QuotedValue;
};

/** What would be done in the cloud account of the owner. `folder`: null is the top of the drive. */
export interface CloudFileSays {
  'cloud.read': Record<never, never>;
  'cloud.fetch': { path: Quoted };
  'cloud.document-new': { title: Quoted; folder: Quoted | null; text: Quoted };
  'cloud.document-append': { name: Quoted; text: Quoted };
  'cloud.document-replace': { name: Quoted; find: Quoted; text: Quoted };
  'cloud.file-new': { name: Quoted; folder: Quoted | null; content: Says };
  'cloud.file-replace': { name: Quoted; content: Says };
  /** Content: of a file of the workspace, or a text. */
  'cloud.of-file': { path: Quoted };
  'cloud.of-text': { text: Quoted };
  'cloud.sheet-new': { title: Quoted; folder: Quoted | null } & Cells;
  'cloud.sheet-set': { name: Quoted; range: Quoted } & Cells;
  'cloud.sheet-append': { name: Quoted; range: Quoted } & Cells;
  'cloud.shared': { what: 'file' | 'folder' };
  'cloud.of-others': { what: 'file' | 'folder'; owner: Quoted | null };
  /** What lasting consent is for. `only`: this file or folder. */
  'place.cloud': {
    service: 'Google Drive' | 'Google Docs' | 'Google Sheets';
    account: Quoted | null;
    hasFormulas: boolean;
    only: Quoted | null;
    id: string | null;
  };
}

export const say = saying<CloudFileSays>();
