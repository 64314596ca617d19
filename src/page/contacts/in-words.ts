import type { Answer } from '../engine/client.ts';
import { listed, money } from '../parts/format.ts';
import { contactWords } from '#words/contacts.ts';

const said = contactWords;

export type Stage = keyof typeof contactWords.deal.stages;

/** The stages of a deal, in their order. */
export const STAGES = Object.keys(contactWords.deal.stages) as readonly Stage[];

/** The amounts of several currencies: they are never added. */
export const sumsOf = (totals: readonly { readonly currency: string; readonly value: number }[]): string =>
  totals.map(({ value, currency }) => money(value, currency)).join(' · ');

/** How a deal stands, in one line. */
export const standing = ({
  stage,
  value,
  currency,
  nextAction,
}: Pick<Answer<'deals.list'>['deals'][number], 'stage' | 'value' | 'currency' | 'nextAction'>): string =>
  [
    said.deal.stages[stage],
    ...(value === null ? [] : [money(value, currency)]),
    ...(nextAction === null ? [] : [said.deal.next(nextAction)]),
  ].join(' · ');

/** What became of a contact that was added: a new one, or one that was there and what was replaced in it. */
export function addedWords({
  name,
  isNew,
  replaced,
}: Pick<Answer<'contacts.add'>, 'name' | 'isNew' | 'replaced'>): string {
  if (isNew) return said.added(name);
  if (replaced.length === 0) return said.wasThere(name);
  const fields: Readonly<Record<string, string>> = said.fields;
  const changed = replaced.map(({ attribute, value }) => `${fields[attribute] ?? attribute} ${value}`);
  return `${said.wasThere(name)} ${said.took(listed(changed))}`;
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

/** Those that were left out first, then those of which something is told; the others stay in their order. */
export const toldFirst = <Row extends { readonly outcome: string; readonly remarks: readonly string[] }>(
  rows: readonly Row[],
): readonly Row[] => [
  ...rows.filter(({ outcome }) => outcome === 'refused'),
  ...rows.filter(({ outcome, remarks }) => outcome !== 'refused' && remarks.length > 0),
  ...rows.filter(({ outcome, remarks }) => outcome !== 'refused' && remarks.length === 0),
];
