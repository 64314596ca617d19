import type { ExpectationSays } from '../../../core/automation/expectations/says.ts';
import type { PermissionSays } from '../../../core/automation/permissions/says.ts';
import type { WorkflowSays } from '../../../core/automation/workflows/says.ts';
import type { Says, Tell, Words } from '../says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import { allQuoted, counted, json, quoted } from './forms.ts';

const FAILING = {
  stop: ' If it fails, the workflow stops.',
  skip: ' If it fails, what depends on it is left out, and the others go on.',
  continue: ' If it fails, all others go on.',
} as const;
const TYPES = { string: 'a text', number: 'a number', boolean: 'yes or no' } as const;

const each = (what: readonly Says[], tell: Tell): string => what.map((one) => tell(one)).join('; ');

/** What triggers and workflows may do, and what success is. */
export const permissions: Words<PermissionSays & ExpectationSays> = {
  'may.without-asking': ({ what }, tell) =>
    `As long as it exists, it may do this without asking: ${each(what, tell)}.`,
  'may.new': ({ what }, tell) => `Newly allowed without asking: ${each(what, tell)}.`,
  'may.no-longer': ({ what }, tell) => `No longer allowed without asking: ${each(what, tell)}.`,
  'may.send': ({ hosts }) => `send anything to ${allQuoted(hosts)}, and change or delete things there`,
  'may.change-files': ({ folders }) =>
    `create, change and delete files in the ${folders.length === 1 ? 'folder' : 'folders'} ${allQuoted(folders)} and in all folders below`,
  'may.change-all-files': () => 'create, change and delete all files of the workspace',
  'may.use': ({ tools }) => `use ${allQuoted(tools)} with any input`,
  'may.read': () =>
    'It may always read: files, memory, web pages and the like. For anything else it asks you first.',
  'expectation.file': ({ path, isChanged }) =>
    `If the file ${quoted(path)} is not there after a run${isChanged ? ', or not changed by it' : ''}, the run counts as failed.`,
  'expectation.words': ({ text }) =>
    `If the answer of a run does not contain ${quoted(text)}, the run counts as failed.`,
  'expectation.pattern': ({ pattern }) =>
    `If the answer of a run does not match the pattern ${quoted(pattern)}, the run counts as failed.`,
  'expectation.http': ({ url, status }) =>
    `After each run svc requests ${quoted(url)}. If the answer is not ${status}, the run counts as failed.`,
  'expectation.artifact': ({ type }) =>
    `If a run saves no artifact${type === null ? '' : ` of the type ${type}`}, it counts as failed.`,
  'expectation.record': ({ collection, filter }) =>
    `If the collection "${collection}" has no record${filter === null ? '' : ` that fits ${json(filter)}`} after a run, the run counts as failed.`,
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
  'workflow.save': () => 'The agent wants to save a workflow. Saving does not start it.',
  'workflow.is': ({ name, description }) =>
    `Name: ${quoted(name)}.${description === null ? '' : ` ${quoted(description)}.`}`,
  'workflow.parameter': ({ name, type, description }) =>
    `Each run is given ${name} (${TYPES[type]})${description === null ? '' : `: ${quoted(description)}`}.`,
  'workflow.step': ({ nth, id, after, task, tools, usd, isFast, onFailure }) => {
    const begins = after.length === 0 ? '' : `, after ${after.join(', ')}`;
    const has =
      tools === null
        ? 'all, except those that start other work'
        : tools.length === 0
          ? 'none'
          : `only ${allQuoted(tools)}`;
    const fast = isFast ? ' With the fast model.' : '';
    return `Step ${nth} (${id})${begins}: ${quoted(task)}. Tools: ${has}. At most $${usd}.${fast}${FAILING[onFailure]}`;
  },
  'workflow.cost': ({ usd }) => `A run may cost up to $${usd}, if each step uses all of its budget.`,
  'workflow.run': ({ name, id, given, steps }, tell) =>
    `Run the workflow ${quoted(name)} (${id}, ${counted(steps, 'step')})${given.length === 0 ? '' : `, with ${given.map((one) => tell(one)).join(' and ')}`}.`,
  'workflow.given': ({ name, value }) => `${name} = ${json(value)}`,
};
