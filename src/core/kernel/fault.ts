/** The parts of an unexpected error that are safe to log. */
export interface FaultFacts {
  readonly name: string;
  readonly code?: string;
  /** Stack frames, innermost first. */
  readonly frames: readonly string[];
  readonly cause?: FaultFacts;
}

const FRAMES = 12;
const CAUSES = 4;
const NAME = /^[A-Z][A-Za-z]{0,60}$/u;
const CODE = /^[A-Za-z][A-Za-z_]{0,60}$/u;
const FRAME = /^\s*at (?:(?<call>[^(]*) \()?(?<place>[^()]*:\d{1,7}:\d{1,7})\)?$/u;
const CALL = /^(?:async )?(?:new )?[A-Za-z_$.#<>]{1,100}$/u;
const PLACE = /(?:[\w@.-]+\/){0,3}[\w@.-]+:\d+:\d+$/u;

/**
 * The safe parts of an error: its class, its code, and where it was thrown. Never its message, a source line or any
 * other property: they may quote user data. Does not throw, whatever it is given.
 */
export function faultFacts(error: unknown, depth = 0): FaultFacts {
  try {
    if (typeof error !== 'object' || error === null) return { name: `a thrown ${typeof error}`, frames: [] };
    const { name, message, code, stack, cause } = error as Readonly<Record<string, unknown>>;
    return {
      name: typeof name === 'string' && NAME.test(name) ? name : 'Error',
      ...(typeof code === 'string' && CODE.test(code) ? { code } : {}),
      frames: typeof stack === 'string' ? framesIn(stack, message) : [],
      ...(cause === undefined || depth === CAUSES ? {} : { cause: faultFacts(cause, depth + 1) }),
    };
  } catch {
    return { name: 'an error that cannot be read', frames: [] };
  }
}

/** The same in one line. */
export const faultLine = ({ name, code, frames, cause }: FaultFacts): string =>
  [
    `${name}${code === undefined ? '' : ` (${code})`}${frames.length === 0 ? '' : ` at ${frames.join(', ')}`}`,
    ...(cause === undefined ? [] : [`caused by ${faultLine(cause)}`]),
  ].join('; ');

/** Skips the message, which may have lines that look like frames; frames are the last lines. */
function framesIn(stack: string, message: unknown): readonly string[] {
  const after = typeof message === 'string' ? stack.indexOf(message) + message.length : 0;
  const lines = stack.slice(after).slice(-MAX_STACK_CHARS).split('\n');
  const last = lines.findLastIndex((line) => !line.startsWith('    at '));
  return lines.slice(last + 1, last + 1 + FRAMES).flatMap((line) => {
    const { call = '', place = '' } = FRAME.exec(line)?.groups ?? {};
    const where = PLACE.exec(place)?.[0];
    if (where === undefined) return [];
    return CALL.test(call) ? [`${call} ${where}`] : [where];
  });
}

const MAX_STACK_CHARS = 16_384;
