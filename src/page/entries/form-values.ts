import type { RequestTo } from '../../contract/client.ts';
import type { Rows } from '../engine/client.ts';
import type { Opened } from './entries.ts';
import { detailsOf } from './in-words.ts';

export type Changes = NonNullable<RequestTo<Rows['graph.edit']>['body']>;

/** What the form holds. */
export interface FormValues {
  readonly name: string;
  /** One in each line. */
  readonly names: string;
  readonly detail: Readonly<Record<string, string>>;
}

export const formValuesOf = ({ name, aliases, kind, detail }: Opened): FormValues => ({
  name,
  names: aliases.join('\n'),
  detail: Object.fromEntries(detailsOf[kind].map((attribute) => [attribute, detail[attribute] ?? ''])),
});

const namesIn = (lines: string): readonly string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** What was changed; null if nothing was. What was emptied is taken away. */
export function changesOf(before: FormValues, now: FormValues): Changes | null {
  const [had, has] = [namesIn(before.names), namesIn(now.names)];
  const added = has.filter((one) => !had.includes(one));
  const removed = had.filter((one) => !has.includes(one));
  const detail = Object.entries(now.detail)
    .map(([attribute, value]) => [attribute, value.trim()] as const)
    .filter(([attribute, value]) => value !== (before.detail[attribute] ?? '').trim())
    .map(([attribute, value]) => [attribute, value === '' ? null : value] as const);
  const changes = {
    ...(now.name.trim() === before.name ? {} : { name: now.name.trim() }),
    ...(added.length === 0 ? {} : { aliases: added }),
    ...(removed.length === 0 ? {} : { withoutAliases: removed }),
    ...(detail.length === 0 ? {} : { detail: Object.fromEntries(detail) }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
