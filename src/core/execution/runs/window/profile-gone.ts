import { PROFILE_GONE, type NoteBlock } from '../../../conversation/threads/model.ts';
import { quote } from '../../../kernel/quoted.ts';
import type { Words } from '../../../ports/words.ts';
import { sayNote } from '../says.ts';
import { noteOf } from './notes.ts';

const NAME_CHARS = 100;

/** For the thread, beside the next answer: that another model answers than its owner chose for it. */
export const noteOnProfile = (
  { goneProfile }: { readonly goneProfile: string | null },
  words: Words,
): readonly NoteBlock[] =>
  goneProfile === null
    ? []
    : [
        noteOf(
          PROFILE_GONE,
          [sayNote('run.profile_gone', { profile: quote(goneProfile, NAME_CHARS) })],
          words,
        ),
      ];
