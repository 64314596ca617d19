import type { Artifact } from './artifacts.ts';

const ENDINGS: Readonly<Record<Artifact['type'], string>> = {
  markdown: 'md',
  html: 'html',
  svg: 'svg',
  mermaid: 'mmd',
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  text: 'txt',
};

const LONGEST = 80;

/** The name of a file for it: its title without what a file system or a reader could take for something else. */
export function fileNameOf({ title, type }: Pick<Artifact, 'title' | 'type'>, version: number): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}"*/:<>?\\|]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  return `${plain === '' ? 'artifact' : plain} v${version}.${ENDINGS[type]}`;
}

/** Has the browser save a content as a file. It is bytes to the browser, so that it is never shown in place of the page. */
export function download(content: string, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
