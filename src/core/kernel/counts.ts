/** A whole number as it is written in English: `12,000`. `toLocaleString` would load the tables of all languages. */
export const inThousands = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
