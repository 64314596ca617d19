import { visible } from '../parts/visible.ts';
import { timelineWords } from '../words/timeline.ts';
import { words } from '../words/words.ts';
import type { Piece } from './running.ts';

const said = words.running;

/** What runs, in one line; '' if nothing does. */
export function lineOf(pieces: readonly Pick<Piece, 'title' | 'waiting'>[]): string {
  const titles = pieces.map(
    ({ title, waiting }) => `${visible(title || said.untitled)}${waiting ? ` (${said.waits})` : ''}`,
  );
  const [first = ''] = titles;
  if (titles.length === 0) return '';
  return titles.length === 1 ? said.one(first) : said.several(titles.length, titles.join(', '));
}

/** What a thing is and does, for the list. */
export function kindOf({ of, effect }: Pick<Piece, 'of' | 'effect'>): string {
  const does = effect === 'backup' || effect === 'notify' ? said.effects[effect] : '';
  const what = of === 'replay' ? timelineWords.running : said.what[of];
  return does === '' ? what : `${what}, ${does}`;
}
