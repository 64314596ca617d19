import type { NoticeChange } from '../../core/automation/notices/store.ts';
import { noticeId } from '../../core/kernel/ids.ts';
import { worded } from '../../core/kernel/worded.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Ids } from '../../core/ports/ids.ts';
import type { Words } from '../../core/ports/words.ts';
import type { Told } from '../../core/trust/sign-in/port.ts';

interface TellingDeps {
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** The change that tells one person something about people, by a notice with this id. */
export const tellingBy =
  ({ words, ids, clock }: TellingDeps) =>
  ({ whom, title, text }: Told, id = ids.next()) =>
    ({
      change: 'notice.add',
      notice: {
        noticeId: noticeId(id),
        personId: whom,
        kind: 'people',
        title: worded([title], words),
        text: worded([text], words),
        triggerId: null,
        workflowRunId: null,
        createdAt: clock.now(),
      },
    }) satisfies NoticeChange;
