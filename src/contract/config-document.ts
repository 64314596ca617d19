import { inEnglish } from './words/english.ts';
import { configFileSchema, keyRows, type KeyRow } from '../core/instance/config/keys.ts';

/** The strict schema of a config file as a standalone document, for editors and people. */
export const configSchemaDocument = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'svc config.json',
  ...configFileSchema,
});

const COLUMNS: Readonly<Record<string, (key: string, row: KeyRow) => string>> = {
  key: (key, { ours }) => `\`${key}\`${ours ? ' (ours)' : ''}`,
  'must be': (_key, { value, secret }) =>
    [
      inEnglish(value.be),
      ...(value.fields ? [`with ${Object.keys(value.fields).join(', ')}`] : []),
      ...(secret ? ['secret'] : []),
    ].join('; '),
  unset: (_key, row) => (row.default === undefined ? (row.unset ?? '–') : `\`${String(row.default)}\``),
  environment: (_key, row) => (row.environment ?? []).map((name) => `\`${name}\``).join(', ') || '–',
  project: (_key, { project }) => (project ? 'yes' : '–'),
  meaning: (_key, { doc }) => doc,
};

/** The keys as a Markdown table. */
export function configTable(): string {
  const head = Object.keys(COLUMNS);
  const rows = keyRows.map(([key, row]) => Object.values(COLUMNS).map((cell) => cell(key, row)));
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

const BEGIN = '<!-- written by `npm run contract`: begin -->\n';
const END = '<!-- written by `npm run contract`: end -->';

/** The document with the table between its two marks. @throws Error when a mark is missing */
export function withConfigTable(markdown: string): string {
  const [before, rest] = halves(markdown, BEGIN);
  const [, after] = halves(rest, END);
  return `${before}${BEGIN}\n${configTable()}\n${END}${after}`;
}

function halves(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the mark ${mark.trim()} is missing`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
