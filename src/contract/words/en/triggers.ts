import type { TriggerSays } from '../../../core/automation/triggers/says.ts';
import type { Words } from '../says.ts';
import { minuteIn, quoted } from './forms.ts';

export const triggers: Words<TriggerSays> = {
  'trigger.make': () => 'The agent wants to set up an automation.',
  'trigger.change': () => 'The agent wants to change an automation. Afterwards:',
  'trigger.delete': ({ title, when, url }, tell) => {
    const due = [...(when === null ? [] : [tell(when)]), ...(url === null ? [] : [`watches ${quoted(url)}`])];
    return `Delete the automation ${quoted(title)}${due.length === 0 ? '' : ` (${due.join(', ')})`}? It will not run again. A run in progress is stopped, and the list of its past runs is deleted too.`;
  },
  'trigger.watches': ({ title, url, part, minutes }) =>
    `${quoted(title)} watches ${quoted(url)}${part === null ? '' : ` (the part ${quoted(part)})`} every ${minutes} minutes.`,
  'trigger.once': ({ title, at, zone }) =>
    `${quoted(title)} is due once, at ${minuteIn(at, zone)} (${zone}).`,
  'trigger.scheduled': ({ title, when, next, zone }, tell) =>
    `${quoted(title)} happens by itself: ${tell(when)}; ${next.length === 0 ? 'not again' : `next at ${next.map((at) => minuteIn(at, zone)).join(', ')}`} (${zone}).`,
  'trigger.does': ({ task }) => `It does this: ${quoted(task)}.`,
  'trigger.shows': ({ text }) => `It shows this text: ${quoted(text)}.`,
  'trigger.was-called': ({ title }) => `It was called ${quoted(title)}.`,
  'trigger.pauses': () => 'It will be paused, and does not run until it is resumed.',
  'trigger.resumes': () => 'It will be resumed.',
  'trigger.backup': () =>
    'It makes a backup of everything that svc keeps. The backup stays on this machine and, where that is set up, also goes to Google Drive, encrypted.',
  'trigger.workflow': () => 'It carries out a saved workflow, and may do what that workflow may.',
  'trigger.workflow-is': ({ name }) => `The workflow is called ${quoted(name)}.`,
  'trigger.workflow-given': ({ parameters }) => `Each run of it is given ${quoted(parameters)}.`,
  'trigger.notice': () =>
    'It reminds you: it shows under Waiting on the page, and as a notification of a browser where you have switched these on. Nothing leaves this machine.',
  'trigger.reports': () =>
    'The agent reads what has changed and reports it. It has no tool that changes or sends anything.',
  'trigger.cost': ({ runUsd, monthUsd }) => {
    const each = runUsd === null ? [] : [`$${runUsd} in one run`];
    const all = monthUsd === null ? [] : [`$${monthUsd} in one month`];
    const most = [...each, ...all];
    return most.length === 0
      ? 'Its costs have no ceiling of their own: only those in the settings apply.'
      : `It may cost at most ${most.join(' and ')}.`;
  },
  'trial.notice': () => 'Show you this notice.',
  'trial.workflow': () => 'Start the workflow.',
  'trial.backup': () => 'Make a backup of everything that svc keeps.',
};
