export interface Line {
  readonly name: string;
  readonly promise: string;
  readonly did: string;
  readonly result: 'held' | 'broken' | 'could not run';
  /** The failures, or why the scenario could not run. */
  readonly details: readonly string[];
  readonly figures: string;
}

const DETAILS_SHOWN = 20;
const DETAIL_CHARS = 600;

/** A failure, cut to a length that still identifies it. */
export const short = (detail: string): string =>
  detail.length <= DETAIL_CHARS ? detail : `${detail.slice(0, DETAIL_CHARS)} …`;

/** One row for each scenario, then the failures. */
export function table(lines: readonly Line[]): string {
  const head = ['scenario', 'promise', 'what was done', 'result', 'figures'];
  const rows = lines.map(({ name, promise, did, result, details, figures }) => {
    const why = result === 'could not run' ? `: ${details.join('; ')}` : '';
    return [name, promise, did, `${result}${why}`, figures];
  });
  const written = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const broken = lines
    .filter(({ result }) => result === 'broken')
    .flatMap(({ name, details }) => [
      `\n${name}:`,
      ...details.slice(0, DETAILS_SHOWN).map((detail) => `- ${short(detail)}`),
      ...(details.length > DETAILS_SHOWN ? [`- and ${details.length - DETAILS_SHOWN} more`] : []),
    ]);
  return [...written, ...broken].join('\n');
}
