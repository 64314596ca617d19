import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A card or a part of one as ical.js reads it (jCard, RFC 7095). */
export type JCardProperty = readonly [
  name: string,
  parameters: Readonly<Record<string, string | readonly string[]>>,
  type: string,
  ...values: unknown[],
];
export type JCard = readonly [name: string, properties: readonly JCardProperty[], parts: readonly unknown[]];

/** The packages that read and write tables and cards. They are loaded with the first one, which many engines never have. */
export const lazily = {
  get csvParse(): typeof import('csv-parse/sync') {
    return require('csv-parse/sync') as typeof import('csv-parse/sync');
  },
  get csvStringify(): typeof import('csv-stringify/sync') {
    return require('csv-stringify/sync') as typeof import('csv-stringify/sync');
  },
  get ical(): { parse(text: string): JCard; stringify(card: JCard): string } {
    return require('ical.js') as { parse(text: string): JCard; stringify(card: JCard): string };
  },
};
