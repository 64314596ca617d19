import { listed } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { runningWords } from '#words/running.ts';
import type { Piece } from './running.ts';

const said = runningWords;

/** What runs, in one line; '' if nothing does. */
export function lineOf(pieces: readonly Pick<Piece, 'title' | 'waiting'>[]): string {
  const titles = pieces.map(
    ({ title, waiting }) => `${visible(title || said.untitled)}${waiting ? ` (${said.waits})` : ''}`,
  );
  const [first = ''] = titles;
  if (titles.length === 0) return '';
  return titles.length === 1 ? said.one(first) : said.several(titles.length, listed(titles));
}

/** What a thing is and does, for the list. */
export function kindOf({ of, effect }: Pick<Piece, 'of' | 'effect'>): string {
  const does = effect === 'backup' || effect === 'notify' ? said.effects[effect] : '';
  return does === '' ? said.what[of] : `${said.what[of]}, ${does}`;
}
