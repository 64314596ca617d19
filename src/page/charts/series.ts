/** One kind of what is drawn: a value for each day. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** More than these cannot be told apart: the smallest are drawn together. */
export const MOST_SERIES = 5;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The largest series first; those beyond `MOST_SERIES` as one. Without those that have no value. */
export function largest(all: readonly Series[], others: string): readonly Series[] {
  const sorted = all
    .filter(({ values }) => sum(values) > 0)
    .toSorted((a, b) => sum(b.values) - sum(a.values) || (a.name < b.name ? -1 : 1));
  if (sorted.length <= MOST_SERIES) return sorted;
  const rest = sorted.slice(MOST_SERIES - 1);
  const values = (rest[0]?.values ?? []).map((_, nth) => sum(rest.map((one) => one.values[nth] ?? 0)));
  return [...sorted.slice(0, MOST_SERIES - 1), { name: others, values }];
}

/** The highest value of a day, all series together; at least 0. */
export const highestOf = (series: readonly Series[]): number =>
  Math.max(
    0,
    ...(series[0]?.values ?? []).map((_, nth) => sum(series.map(({ values }) => values[nth] ?? 0))),
  );

/** Where the parts of a bar begin and how long they are, of a whole of `full`. */
export function stacked(
  values: readonly number[],
  full: number,
  length: number,
): readonly { readonly from: number; readonly size: number }[] {
  let from = 0;
  return values.map((value) => {
    const size = full === 0 ? 0 : (value / full) * length;
    const part = { from, size };
    from += size;
    return part;
  });
}
