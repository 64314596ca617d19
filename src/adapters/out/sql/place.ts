/** Stands for a value of the row in a statement that is compiled once, for all rows. */
export class Place {
  readonly #column: string;
  readonly #form: (value: unknown) => unknown;

  constructor(column: string, form: (value: unknown) => unknown = (value) => value) {
    this.#column = column;
    this.#form = form;
  }

  valueIn(row: Readonly<Record<string, unknown>>): unknown {
    return this.#form(row[this.#column]);
  }

  /** The same place, whose values the statement takes in this form. */
  in(form: (value: unknown) => unknown): Place {
    return new Place(this.#column, form);
  }
}

/** A value in another form, also where it has its place alone. */
export const formed = (value: unknown, form: (value: unknown) => unknown): unknown =>
  value instanceof Place ? value.in(form) : form(value);
