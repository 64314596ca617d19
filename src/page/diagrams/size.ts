/** How large a diagram wants to be, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Larger drawings are scaled down to this. */
const MOST = 8_000;

/** The answer of a frame, of which only two numbers count; null if it is anything else. */
export function sizeIn(answer: unknown): Size | null {
  if (!Array.isArray(answer) || answer.length !== 2) return null;
  const [width, height] = answer as readonly unknown[];
  if (!isLength(width) || !isLength(height)) return null;
  const scale = Math.min(1, MOST / width, MOST / height);
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;
