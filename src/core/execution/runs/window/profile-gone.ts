import { PROFILE_GONE, type NoteBlock } from '../../../conversation/threads/model.ts';
import { quoted } from '../../../kernel/quoted.ts';

const NAME_CHARS = 100;

/** For the thread, beside the next answer: that another model answers than its owner chose for it. */
export const noteOnProfile = ({
  goneProfile,
}: {
  readonly goneProfile: string | null;
}): readonly NoteBlock[] =>
  goneProfile === null
    ? []
    : [
        {
          type: 'note',
          code: PROFILE_GONE,
          detail: `The model profile ${quoted(goneProfile, NAME_CHARS)}, with which this conversation began, is gone: the model of the settings answered.`,
        },
      ];
