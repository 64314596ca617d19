/** The same value with every text in it masked. */
export const maskedIn = <Value>(value: Value, masked: (text: string) => string): Value =>
  typeof value === 'string'
    ? (masked(value) as Value)
    : Array.isArray(value)
      ? (value.map((one: unknown) => maskedIn(one, masked)) as Value)
      : value !== null && typeof value === 'object'
        ? (Object.fromEntries(
            Object.entries(value).map(([name, one]) => [name, maskedIn(one, masked)]),
          ) as Value)
        : value;
