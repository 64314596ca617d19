import { isoDay } from '../../kernel/iso-day.ts';
import type { ColumnType } from './model.ts';

/** 12,50 and 1.234,5 */
const COMMA = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/u;
/** 1,234 and 1,234,567.5: a comma between thousands. */
const GROUPED_BY_COMMAS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u;
/** 1,234 alone may be a thousand or a fraction. */
const UNCERTAIN = /^[^.,]*,\d{3}$/u;
/** 1.234 alone is a fraction, until another value shows that it is a thousand. */
const MAY_BE_FRACTION = /^[+-]?[1-9]\d{0,2}\.\d{3}$/u;
/** No number has two points before fractions. */
const MILLIONS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}$/u;
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
  #fraction: string | null = null;
  #inDoubt: string | null = null;

  constructor(type: ColumnType) {
    this.#type = type;
  }

  /** Looks at values before they are read; those of earlier rows count for later ones. */
  learn(texts: readonly string[]): void {
    if (this.#type !== 'number' || this.#hasDecimalComma) return;
    this.#hasDecimalComma = texts
      .map((text) => text.trim())
      .some((text) => MILLIONS.test(text) || (COMMA.test(text) && !GROUPED_BY_COMMAS.test(text)));
    if (this.#hasDecimalComma) this.#inDoubt = this.#fraction;
  }

  /** A value that was read as a fraction, before a later one showed that it may be a thousand; null if there is none. */
  get inDoubt(): string | null {
    return this.#inDoubt;
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
    if (MAY_BE_FRACTION.test(text)) this.#fraction ??= text;
    return GROUPED_BY_COMMAS.test(text) && !UNCERTAIN.test(text) ? text.replaceAll(',', '') : text;
  }
}
