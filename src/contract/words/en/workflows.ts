import type { ExpectationSays } from '../../../core/automation/expectations/says.ts';
import type { PermissionSays } from '../../../core/automation/permissions/says.ts';
import type { WorkflowSays } from '../../../core/automation/workflows/says.ts';
import type { Words } from '../says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import { allQuoted, counted, quoted } from './forms.ts';

const FAILING = {
  stop: '',
  skip: ' If it fails, what depends on it is left out, and the others go on.',
  continue: ' If it fails, all others go on.',
} as const;

/** What triggers and workflows may do, and what success is. */
export const permissions: Words<PermissionSays & ExpectationSays> = {
  'may.send': ({ hosts }) => `It may send to ${allQuoted(hosts)} without asking.`,
  'may.change-files': ({ folders }) =>
    `It may change files in the ${folders.length === 1 ? 'folder' : 'folders'} ${allQuoted(folders)} without asking.`,
  'may.change-all-files': () => 'It may change files in the whole workspace without asking.',
  'may.use': ({ tools }) => `It may use ${allQuoted(tools)} without asking.`,
  'may.read': ({ isAll }) =>
    isAll ? 'It may read, and nothing else without asking you.' : 'It may read. Everything else it asks.',
  'expectation.is': ({ expectation }) => `Success is: ${quoted(expectation)}.`,
  'expectation.asks': ({ url }) => `After each run the engine asks ${quoted(url)}.`,
  'expected.no-file': ({ path }) => `The file ${bare(path)} is not there.`,
  'expected.same-file': ({ path }) => `The file ${bare(path)} was not changed.`,
  'expected.words': ({ text }) => `The answer does not contain ${quoted(text)}.`,
  'expected.pattern': ({ pattern }) => `The answer does not match ${bare(pattern)}.`,
  'expected.status': ({ address, answered, status }) =>
    `${bare(address)} answered ${answered}, not ${status}.`,
  'expected.unreadable': ({ address, why }, tell) => `${bare(address)} could not be read: ${tell(why)}`,
  'expected.no-artifact': ({ type }) =>
    `The run has saved no artifact${type === null ? '' : ` of the type ${type}`}.`,
  'expected.no-record': ({ collection }) => `The collection ${collection} has no such record.`,
  'expected.no-collection': ({ collection, why }, tell) =>
    `The collection ${collection} cannot be checked: ${tell(why)}`,
};

export const workflows: Words<WorkflowSays> = {
  'workflow.save': () => 'The agent wants to save a workflow.',
  'workflow.is': ({ name, description }) =>
    `${quoted(name)}.${description === null ? '' : ` ${quoted(description)}.`}`,
  'workflow.parameter': ({ name, type, description }) =>
    `Each run is given ${name} (a ${type})${description === null ? '' : `: ${quoted(description)}`}.`,
  'workflow.step': ({ nth, id, after, task, tools, usd, isFast, onFailure }) => {
    const begins = after.length === 0 ? '' : ` and begins after ${after.join(', ')}`;
    const has =
      tools === null
        ? ''
        : tools.length === 0
          ? 'has no tools and '
          : `has only the tools ${allQuoted(tools)} and `;
    const fast = isFast ? ' It is for the fast model.' : '';
    return `Step ${nth} is called ${id}${begins}: ${quoted(task)}. It ${has}may cost up to $${usd}.${fast}${FAILING[onFailure]}`;
  },
  'workflow.cost': ({ usd }) => `A run may cost up to $${usd}, if each step uses all of its budget.`,
  'workflow.run': ({ what, steps }) =>
    `The agent wants to carry out the workflow ${quoted(what)}, in ${counted(steps, 'step')}.`,
};
