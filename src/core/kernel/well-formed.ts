/**
 * Whether all texts of a parsed value are, and the names of its fields: JSON may have half of a character (a lone
 * surrogate) as an escape, which no text has. For every way in, as none of them could store it unchanged.
 */
export function isWellFormed(value: unknown): boolean {
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === 'string' && !one.isWellFormed()) return false;
    if (typeof one !== 'object' || one === null) continue;
    if (Array.isArray(one)) for (const item of one) left.push(item);
    else for (const [name, field] of Object.entries(one)) left.push(name, field);
  }
  return true;
}
