/** A part of what a tool would have been given; without a name if it has no parts. */
export interface InputPart {
  readonly name: string;
  readonly text: string;
}

/** What a tool would have been given, by its fields. What was cut off, or is no object, stays as it is. */
export function partsOf(input: string): readonly InputPart[] {
  const whole = [{ name: '', text: input }];
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return whole;
    return Object.entries(value).map(([name, field]) => ({
      name,
      text: typeof field === 'string' ? field : JSON.stringify(field),
    }));
  } catch {
    return whole;
  }
}
