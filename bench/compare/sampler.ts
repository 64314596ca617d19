// Measures one figure of the tree that it is in, one sample at a time, when the comparison asks for it.
import { given } from '../child.ts';
import type { Figure } from '../figure.ts';
import { Lab } from '../lab.ts';
import type { Series } from '../series.ts';

/** `next` opens the next series and answers with what it measures, or null after the last. */
export type Asked = 'next' | 'sample';

export type Answer =
  | { readonly series: Pick<Series, 'rows' | 'rounds'> | null }
  | { readonly values: readonly number[] }
  | { readonly failed: string };

const { figure: name, seeds } = given<{ readonly figure: string; readonly seeds: string }>();

process.once('disconnect', () => process.exit());
const lab = new Lab(seeds, { hasSlowDisk: false });
// Only this figure is loaded: another one may need what an older commit does not have. Its file has its name.
const loaded = (await import(`../figures/${name}.ts`)) as Readonly<Record<string, Figure>>;
const all = Object.values(loaded)
  .find((figure) => figure.name === name)
  ?.series(lab);
let current: Series | undefined;

async function answerTo(asked: Asked): Promise<Answer> {
  if (asked === 'sample') return { values: (await current?.engine()) ?? [] };
  current = (await all?.next())?.value as Series | undefined;
  return { series: current ? { rows: current.rows, rounds: current.rounds } : null };
}

process.on('message', (asked: Asked) => {
  answerTo(asked).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failed: error.stack ?? error.message }),
  );
});
