/** How a file is shown. */
export type Kind =
  | { readonly as: 'image'; readonly mediaType: string }
  | { readonly as: 'pdf' }
  | { readonly as: 'document'; readonly type: 'markdown' | 'html' | 'svg' | 'csv' | 'tsv' | 'json' | 'text' }
  | { readonly as: 'code'; readonly language: string };

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

const DOCUMENTS = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  svg: 'svg',
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  txt: 'text',
  log: 'text',
  '': 'text',
} as const;

/** Endings that are not what a language is called (see `highlight.ts` of the conversation). */
const LANGUAGES: Readonly<Record<string, string>> = {
  h: 'c',
  hpp: 'cpp',
  cc: 'cpp',
  hs: 'haskell',
  ps1: 'powershell',
  mts: 'ts',
  cts: 'ts',
  cjs: 'js',
  xsd: 'xml',
  plist: 'xml',
  jsonl: 'json',
  cfg: 'ini',
  conf: 'ini',
};

/** By the ending of its name alone: what the file really is decides the browser, or that it is text. */
export function kindOf(name: string): Kind {
  const lower = name.toLowerCase();
  const dot = lower.lastIndexOf('.');
  const ending = dot < 1 ? '' : lower.slice(dot + 1);
  if (lower === 'dockerfile' || lower === 'makefile') return { as: 'code', language: lower };
  if (ending === 'pdf') return { as: 'pdf' };
  const mediaType = Object.hasOwn(IMAGES, ending) ? IMAGES[ending] : undefined;
  if (mediaType !== undefined) return { as: 'image', mediaType };
  if (Object.hasOwn(DOCUMENTS, ending))
    return { as: 'document', type: DOCUMENTS[ending as keyof typeof DOCUMENTS] };
  const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
  return { as: 'code', language: language ?? ending.replace(/[^a-z\d+]/gu, '').slice(0, 20) };
}

/** The whole lines of a text whose end is missing, so that its last row is a row. */
export const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;

/** Whether the beginning of a file is that of a PDF: some programs write something before it, and some PDFs are plain text. */
export const isPdf = ({
  encoding,
  content,
}: {
  readonly encoding: string;
  readonly content: string;
}): boolean =>
  (encoding === 'base64' ? atob(content.slice(0, 1_364)) : content.slice(0, 1_023)).includes('%PDF-');

/** Where the end of a PDF says its table of contents is, and how that begins. */
const PDF_END = /startxref\s+(\d+)\s+%%EOF\s*$/u;
const PDF_TABLE = /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/u;

/** Whether a PDF has its end, and its table of contents where that says: a viewer can only guess at another one. */
export function isWholePdf(bytes: Uint8Array): boolean {
  const latin = new TextDecoder('latin1');
  const [, from] = PDF_END.exec(latin.decode(bytes.slice(-2_048))) ?? [];
  if (from === undefined) return false;
  const header = latin.decode(bytes.slice(0, 1_023)).indexOf('%PDF-');
  const tableAt = (at: number): boolean => PDF_TABLE.test(latin.decode(bytes.slice(at, at + 40)));
  return tableAt(Number(from)) || tableAt(Number(from) + Math.max(0, header));
}
