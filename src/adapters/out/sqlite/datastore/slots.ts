/** The places of a record for values. Their number is part of a released migration. */
export const SLOTS: readonly number[] = Array.from({ length: 50 }, (_, index) => index + 1);

/** The names of their columns: the only names in a query of records that are chosen at run time. */
export type SlotColumn = `v${number}`;

/** @throws RangeError for what is no place, so that nothing else becomes part of a statement */
export function slotColumn(slot: number): SlotColumn {
  if (!Number.isInteger(slot) || slot < 1 || slot > SLOTS.length)
    throw new RangeError('this is no place of a record');
  return `v${slot}`;
}

/** The numbers of a collection's records: from the first to before the last. */
export const rangeOf = (collectionNo: number): readonly [from: number, before: number] => [
  collectionNo * ROOM,
  (collectionNo + 1) * ROOM,
];

/** The collection whose record has this number. */
export const collectionOf = (recordNo: number): number => Math.floor(recordNo / ROOM);

const ROOM = 2 ** 32;
