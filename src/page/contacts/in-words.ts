import { money } from '../parts/format.ts';
import { contactWords } from '../words/contacts.ts';

export type Stage = keyof typeof contactWords.deal.stages;

/** The stages of a deal, in their order. */
export const STAGES = Object.keys(contactWords.deal.stages) as readonly Stage[];

/** The amounts of several currencies: they are never added. */
export const sumsOf = (totals: readonly { readonly currency: string; readonly value: number }[]): string =>
  totals.map(({ value, currency }) => money(value, currency)).join(' · ');

/** What an amount field means: null if it is empty, undefined if it is none. */
export function amountIn(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  return /^\d+(?:\.\d+)?$/u.test(plain) ? Number(plain) : undefined;
}

/** Words with commas between them, each once. */
export const listIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** What a file of contacts is, by the ending of its name. */
export const formatOf = (name: string): 'csv' | 'vcard' =>
  /\.(?:vcf|vcard)$/iu.test(name) ? 'vcard' : 'csv';

/** Those that were left out first; the others stay in their order. */
export const refusedFirst = <Row extends { readonly outcome: string }>(
  rows: readonly Row[],
): readonly Row[] => [
  ...rows.filter(({ outcome }) => outcome === 'refused'),
  ...rows.filter(({ outcome }) => outcome !== 'refused'),
];
