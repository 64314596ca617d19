/**
 * What has to be known of a parsed value before it is read, in one walk that is not recursive and ends where it is too
 * deep. `isWellFormed`: its texts and the names of its fields are; JSON may have half of a character (a lone surrogate) as
 * an escape, which no text has. `hasLargeNumber`: one that may not be what was sent.
 */
export function lookedThrough(
  value: unknown,
  mostDepth: number,
): {
  readonly isDeep: boolean;
  readonly isWellFormed: boolean;
  readonly hasLargeNumber: boolean;
} {
  let isWellFormed = true;
  let hasLargeNumber = false;
  const left = [value];
  const depths = [0];
  while (left.length > 0) {
    const one = left.pop();
    const depth = depths.pop() ?? 0;
    if (depth > mostDepth) return { isDeep: true, isWellFormed, hasLargeNumber };
    if (typeof one === 'string') isWellFormed &&= one.isWellFormed();
    else if (typeof one === 'number') hasLargeNumber ||= !Number.isSafeInteger(Math.trunc(one));
    else if (typeof one === 'object' && one !== null) {
      if (!Array.isArray(one)) isWellFormed &&= Object.keys(one).every((name) => name.isWellFormed());
      for (const inner of Object.values(one)) {
        left.push(inner);
        depths.push(depth + 1);
      }
    }
  }
  return { isDeep: false, isWellFormed, hasLargeNumber };
}

/** Whether all texts of a parsed value are, and the names of its fields: for every way in, as none could store others. */
export const isWellFormed = (value: unknown): boolean => lookedThrough(value, Infinity).isWellFormed;
