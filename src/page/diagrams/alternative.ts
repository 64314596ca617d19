/** What a diagram says of itself, for those who do not see it. */
export interface Alternative {
  readonly kind: Kind;
  /** Its `accTitle`, or the `title` of its front matter. */
  readonly title: string | null;
  /** Its `accDescr`. */
  readonly description: string | null;
}

const KINDS = {
  flowchart: /^(?:graph|flowchart)/u,
  sequence: /^sequenceDiagram/u,
  classes: /^classDiagram/u,
  states: /^stateDiagram/u,
  entities: /^erDiagram/u,
  gantt: /^gantt/u,
  pie: /^pie/u,
  mindmap: /^mindmap/u,
  timeline: /^timeline/u,
  git: /^gitGraph/u,
  journey: /^journey/u,
  chart: /^(?:xychart|quadrantChart|sankey|radar)/u,
} as const;

export type Kind = keyof typeof KINDS | 'other';

const LONGEST = 300;
/** What is read of a source: these patterns take time in the square of its length, and a longer one is not drawn. */
const READ = 20_000;

/** Reads it from the source of a diagram. */
export function alternativeOf(whole: string): Alternative {
  const source = whole.slice(0, READ);
  const front = /^\s*---\n([^]*?)\n---\n/u.exec(source);
  const body = front ? source.slice(front[0].length) : source;
  const first =
    body
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '' && !line.startsWith('%%')) ?? '';
  const kind =
    (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((one) => KINDS[one].test(first)) ?? 'other';
  return {
    kind,
    title:
      said(/^[ \t]*accTitle[ \t]*:(.*)$/mu.exec(body)) ??
      said(/^[ \t]*title[ \t]*:(.*)$/mu.exec(front?.[1] ?? '')),
    description:
      said(/^[ \t]*accDescr[ \t]*:(.*)$/mu.exec(body)) ??
      said(/^[ \t]*accDescr[ \t]*\{([^}]{0,2000})\}/mu.exec(body)),
  };
}

function said(found: RegExpExecArray | null): string | null {
  const text = (found?.[1] ?? '').replaceAll(/\s+/gu, ' ').trim();
  return text === '' ? null : text.slice(0, LONGEST);
}
