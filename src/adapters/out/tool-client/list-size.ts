import type { Json } from '../../../core/kernel/json.ts';

/** What a value costs in memory besides its texts: of an empty list or object, about this many bytes. */
const NODE_BYTES = 16;

/** About how many bytes a parsed value takes; stops counting beyond `max`. Iterative, because values may nest deeply. */
export function sizeOf(value: Json, max: number): number {
  let size = 0;
  const rest: Json[] = [value];
  while (rest.length > 0 && size <= max) {
    const one = rest.pop();
    size += NODE_BYTES + (typeof one === 'string' ? one.length : 0);
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, field] of Object.entries(one)) {
      size += Array.isArray(one) ? 0 : key.length;
      if (size > max) break;
      rest.push(field as Json);
    }
  }
  return size;
}
