export interface Exposed {
  readonly help: string;
  readonly type: string;
  readonly samples: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/u;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gu;

/**
 * Parses Prometheus text strictly: every metric has HELP and TYPE once, its samples follow at once, no
 * series occurs twice, and the text ends with a line break.
 *
 * @throws Error that names the line
 */
export function parseExposition(text: string): ReadonlyMap<string, Exposed> {
  if (text !== '' && !text.endsWith('\n')) throw new Error('no line break at the end');
  const found = new Map<string, Exposed>();
  const series = new Set<string>();
  let current = '';
  let help = '';
  for (const line of text.split('\n').slice(0, -1)) {
    // Empty lines have no meaning.
    if (line === '') continue;
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/u.exec(line) ?? [];
    if (word === 'HELP') {
      if (found.has(name)) throw new Error(`described twice: ${line}`);
      [current, help] = [name, rest];
    } else if (word === 'TYPE') {
      if (name !== current || found.has(name)) throw new Error(`out of place: ${line}`);
      if (!/^(counter|gauge|histogram)$/u.test(rest)) throw new Error(`unknown type: ${line}`);
      found.set(name, { help, type: rest, samples: [] });
    } else {
      const [, sampleName = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      const metric = found.get(current);
      const ending = metric?.type === 'histogram' ? /^(_bucket|_sum|_count)$/u : /^$/u;
      if (!metric || !sampleName.startsWith(current) || !ending.test(sampleName.slice(current.length)))
        throw new Error(`out of place: ${line}`);
      const number = Number(value.replace('Inf', 'Infinity'));
      if (value !== 'NaN' && Number.isNaN(number)) throw new Error(`not a number: ${line}`);
      if (series.has(`${sampleName}{${labels}}`)) throw new Error(`duplicate series: ${line}`);
      series.add(`${sampleName}{${labels}}`);
      if (labels.replace(LABEL, '') !== '') throw new Error(`malformed labels: ${line}`);
      const pairs = [...labels.matchAll(LABEL)].map(([, key = '', content = '']) => [
        key,
        unescaped(content),
      ]);
      metric.samples.push({
        name: sampleName,
        labels: Object.fromEntries(pairs) as Record<string, string>,
        value: number,
      });
    }
  }
  return found;
}

const unescaped = (text: string): string =>
  text.replace(/\\([\\"n])/gu, (_, letter: string) => (letter === 'n' ? '\n' : letter));
