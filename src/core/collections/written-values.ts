import { isoDay } from '../kernel/iso-day.ts';
import type { ColumnType } from './model.ts';

/** 12,50 and 1.234,5 */
const COMMA = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/u;
/** 1,234 and 1,234,567.5: a comma between thousands. */
const GROUPED_BY_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u;
/** 1,234 alone may be a thousand or a fraction. */
const UNCERTAIN = /^[^.,]*,\d{3}$/u;
const GROUPED_BY_POINTS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/u;

const BOOLEANS: Readonly<Record<string, string>> = {
  yes: 'true',
  ja: 'true',
  wahr: 'true',
  no: 'false',
  nein: 'false',
  falsch: 'false',
};

/**
 * The values of one column of a table that people made, in the form that records take. What a value means follows from
 * the others of its column: after 12,50 a comma stands before fractions, and 1.234 is a thousand. What stays uncertain
 * stays as it is, so that it is told and not guessed.
 */
export class WrittenValues {
  readonly #type: ColumnType;
  #hasDecimalComma = false;

  constructor(type: ColumnType) {
    this.#type = type;
  }

  /** To be called with values before they are read; those of earlier rows count for later ones. */
  learn(texts: Iterable<string>): void {
    if (this.#type !== 'number' || this.#hasDecimalComma) return;
    for (const text of texts)
      if (COMMA.test(text.trim()) && !GROUPED_BY_COMMAS.test(text.trim())) this.#hasDecimalComma = true;
  }

  read(text: string): string {
    switch (this.#type) {
      case 'number':
        return this.#number(text.trim());
      case 'date':
        return isoDay(text);
      case 'boolean':
        return BOOLEANS[text.trim().toLowerCase()] ?? text;
      default:
        return text;
    }
  }

  #number(text: string): string {
    if (this.#hasDecimalComma)
      return COMMA.test(text) || GROUPED_BY_POINTS.test(text)
        ? text.replaceAll('.', '').replace(',', '.')
        : text;
    return GROUPED_BY_COMMAS.test(text) && !UNCERTAIN.test(text) ? text.replaceAll(',', '') : text;
  }
}
