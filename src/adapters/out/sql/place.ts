/** Stands for a value of the row in a statement that is compiled once, for all rows. */
export class Place {
  readonly column: string;
  /** The form in which the statement takes its values; null: as they are. */
  readonly form: ((value: unknown) => unknown) | null;

  constructor(column: string, form: ((value: unknown) => unknown) | null = null) {
    this.column = column;
    this.form = form;
  }

  valueIn(row: Readonly<Record<string, unknown>>): unknown {
    const value = row[this.column];
    return this.form === null ? value : this.form(value);
  }
}

/** A value in another form, also where it has its place alone. */
export const formed = (value: unknown, form: (value: unknown) => unknown): unknown =>
  value instanceof Place ? new Place(value.column, form) : form(value);
