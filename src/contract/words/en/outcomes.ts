import type { NoticeSays } from '../../../core/automation/notices/says.ts';
import type { TaskEndSays } from '../../../core/automation/tasks/says.ts';
import type { OutcomeSays } from '../../../core/automation/triggers/says.ts';
import type { WorkflowEndSays } from '../../../core/automation/workflows/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Words } from '../says.ts';

/** What became of work. */
export const outcomes: Words<NoticeSays & OutcomeSays & TaskEndSays & WorkflowEndSays> = {
  'outcome.interrupted':
    'The engine stopped before it was finished. It is not repeated by itself: run it again if it is still wanted.',
  'outcome.disk-failed':
    'The disk failed while it was in progress, so it is not known how far it came. Run it again if it is still wanted.',
  'outcome.trial': 'A trial carries nothing out.',
  'outcome.engine-not-running': 'The engine was not running.',
  'outcome.machine-asleep': 'The machine slept, or its clock was set.',
  'outcome.backup-restored': 'A backup was restored.',
  'outcome.person-disabled': 'The person it works for was disabled then.',
  'outcome.due-before-restore':
    'It was due before a backup was restored, and may have been done already. Run it now if it is still wanted.',
  'outcome.too-often': ({ times, lastTime }, tell) =>
    `It failed ${times} times in a row. The last time: ${tell(lastTime)}`,
  'outcome.look-cut-off': 'The engine ended while the page was read.',
  'outcome.conversation-in-use': 'Another run was in progress in its conversation, so it did not begin.',
  'outcome.still-running': 'The run before it was still in progress, so it did not begin again.',
  'outcome.first-look': 'The page was read for the first time. From now on changes are noticed.',
  'outcome.unchanged': 'The page has not changed.',
  'outcome.notice-shown': 'It shows under Waiting.',
  'outcome.backup-made': ({ backupId, warning }, tell) =>
    `The backup ${backupId} was made; its copy was opened and checked. ${tell(warning)}`.trimEnd(),
  'outcome.backup-failed': 'The backup failed. The log of the engine says why.',
  'outcome.steps-failed': 'Some of its steps failed.',
  'notice.paused': ({ named }) => `Paused: ${bare(named)}`,
  'notice.failed': ({ named }) => `Failed: ${bare(named)}`,
  'notice.own': ({ own }) => bare(own),
  'notice.interrupted': ({ named }) => `Cut off: ${bare(named)}`,
  'notice.page-changed': ({ own, address, added, gone }) =>
    paragraphs(
      own && bare(own),
      `${bare(address)} has changed.`,
      added && `New:\n${bare(added)}`,
      gone && `No longer there:\n${bare(gone)}`,
    ),
  'notice.page-unchanged': ({ own, address, text }) =>
    paragraphs(own && bare(own), `${bare(address)} has not changed, and says this:`, bare(text)),

  'task.run-unknown': 'The run that worked on it is not known any more.',
  'task.unfinished': ({ stopReason }) =>
    `The run ended before it was done (${stopReason}). Its conversation says how far it came.`,
  'task.interrupted': 'The engine stopped before it was done. Assign it to the agent again to go on.',

  'workflow.step-failed': ({ step, why }, tell) => `The step ${step} failed: ${tell(why)}`,
  'workflow.step-not-begun': ({ step }) => `It was not begun, because the step ${step} did not succeed.`,
  'workflow.deleted':
    'The workflow that it carries out was deleted. Make a new trigger with another workflow, and delete this one.',
};

const paragraphs = (...all: readonly (string | null)[]): string =>
  all.filter((one) => one !== null).join('\n\n');
