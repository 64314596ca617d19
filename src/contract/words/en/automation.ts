import type { TriggerProblems } from '../../../core/automation/triggers/says.ts';
import type { WorkflowProblems } from '../../../core/automation/workflows/says.ts';
import type { ExpectationProblems } from '../../../core/automation/expectations/says.ts';
import type { PermissionProblems } from '../../../core/automation/permissions/says.ts';
import type { TaskProblems } from '../../../core/automation/tasks/says.ts';
import type { NoticeProblems } from '../../../core/automation/notices/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const automation: Words<
  NoticeProblems &
    TaskProblems &
    PermissionProblems &
    ExpectationProblems &
    WorkflowProblems &
    TriggerProblems
> = {
  'notices.notice_not_found': 'No notice has this id. It may have been dismissed.',

  'tasks.invalid_parent': 'The parent of a task is another task, which is not in it, and not too deep.',
  'tasks.invalid_task': 'A task needs a title that is not empty.',
  'tasks.task_running': 'The agent works on this task. Stop it first: POST /api/tasks/:id/stop.',
  'tasks.in_itself': 'A task cannot be in itself.',
  'tasks.deep': ({ most }) => `At most ${most} tasks lie within each other.`,
  'tasks.create_work':
    'To work on this in the background, create a task for yourself with create_task: your owner is shown what you will do.',

  'permissions.no_name': ({ tool }) => `${quoted(tool)} is not the name of a tool.`,
  'permissions.no_host': ({ host }) =>
    `${quoted(host)} is not a host. Write it like api.example.org, or http://api.example.org for unencrypted requests, without a path or a wildcard.`,
  'permissions.no_folder': ({ folder, why }, tell) =>
    `${quoted(folder)} is not a folder of the workspace: ${tell(why)}`,
  'permissions.asks_each_time': ({ tool }) =>
    `${tool} asks its owner each time, so it cannot be allowed beforehand. Leave it out.`,
  'permissions.by_host': ({ tool }) =>
    `What ${tool} may send is allowed by the host: name that among the hosts, and leave the tool out.`,
  'permissions.no_tool': ({ tool, near }) =>
    `There is no tool ${quoted(tool)}.${near.length === 0 ? '' : ` Perhaps ${near.join(' or ')} is meant.`}`,
  'permissions.no_server_tool': ({ tool }) =>
    `No tool server has a tool ${tool}. \`svc mcp show\` lists what there is.`,
  'permissions.not_offered': ({ tool }) =>
    `No step is offered the tool ${tool}, so allowing it would mean nothing. Name it among the tools of a step, or leave it out.`,
  'permissions.for_the_agent':
    'Only what the agent does can be allowed something: leave hosts, folders and tools out.',
  'permissions.for_no_page':
    'The run that reads a changed page has no tool that changes or sends anything: leave hosts, folders and tools out.',

  'expectations.invalid_pattern': ({ pattern, why }) =>
    `${quoted(pattern)} is not a regular expression that the engine can search with (${bare(why)}). Look-around and back references do not exist here.`,
  'expectations.file': ({ why }, tell) => `The file of the expectation: ${tell(why)}`,
  'expectations.address': ({ why }, tell) => `The address of the expectation: ${tell(why)}`,
  'expectations.one_of_two': 'Say either what the answer contains, or what it matches.',
  'expectations.no_collection': 'The expectation names no collection that could exist.',
  'expectations.for_the_agent':
    'Only what the agent does can be checked against an expectation; leave it out.',
  'expectations.allow_host': ({ host }) =>
    `Name ${host} among the allowed hosts, too: the engine asks it after each run.`,

  'workflows.workflow_not_found': 'No workflow has this id. `svc workflow` lists all of them.',
  'workflows.workflow_run_not_found': 'No run of a workflow has this id. `svc workflow runs` lists them.',
  'workflows.workflow_in_progress': 'This run is in progress. Wait for its end, or stop it first.',
  'workflows.nothing_to_retry': 'Every step of this run has succeeded, so there is nothing to do again.',
  'workflows.workflow_in_use': ({ triggers, count }, tell) =>
    `${count === 1 ? 'A trigger carries' : 'Triggers carry'} this workflow out: ${[...triggers.map(tell), ...(count > triggers.length ? ['others'] : [])].join(', ')}. Delete what carries it out first, or let it be paused: pauseTriggers=true, svc workflow remove --pause-triggers.`,
  'workflows.trigger': ({ title, id }) => `${quoted(title)} (${id})`,
  'workflows.no_steps': 'A workflow needs at least one step.',
  'workflows.many_steps': ({ most }) => `A workflow has at most ${most} steps.`,
  'workflows.step_name': ({ name, most }) =>
    `${quoted(name)} is not a name of a step: use up to ${most} letters, digits, - and _.`,
  'workflows.two_steps': ({ name }) => `Two steps have the name ${name}.`,
  'workflows.needs_itself': ({ step }) => `The step ${step} needs itself.`,
  'workflows.no_step': ({ step, needed }) =>
    `The step ${step} needs ${quoted(needed)}, and there is no such step.`,
  'workflows.circle': ({ steps }) =>
    `These steps wait for each other, so none can begin: ${steps.join(' → ')}.`,
  'workflows.parameter_name': ({ name }) =>
    `${quoted(name)} is not a name of a parameter: begin with a letter, then letters, digits and _.`,
  'workflows.two_parameters': ({ name }) => `Two parameters have the name ${name}.`,
  'workflows.long_default': ({ name, most }) =>
    `The default of the parameter ${name} has at most ${most} characters.`,
  'workflows.other_default': ({ name, type }) => `The default of the parameter ${name} is not a ${type}.`,
  'workflows.no_parameter': ({ name }) => `The workflow has no parameter ${quoted(name)}.`,
  'workflows.perhaps': ({ near }) => `Perhaps ${near.join(' or ')} is meant.`,
  'workflows.it_has': ({ known }) => `It has: ${known.join(', ')}.`,
  'workflows.it_has_none': 'It has none.',
  'workflows.give_parameter': ({ name, type }) => `Give the parameter ${name}, a ${type}.`,
  'workflows.other_value': ({ name, type }) => `The parameter ${name} is a ${type}.`,
  'workflows.long_value': ({ name, most }) =>
    `The parameter ${name} has at most ${most} characters. Put long texts into a file of the workspace and name it.`,
  'workflows.long_values': ({ most }) =>
    `The parameters have at most ${most} characters together. Put long texts into a file of the workspace and name it.`,
  'workflows.agents_length': ({ most }) =>
    `A workflow that you save has at most ${most} characters in all, because your owner reads all of it. Write shorter tasks, or put what they need into files.`,
  'workflows.of_trigger_gone': ({ triggerId }) =>
    `The workflow that this trigger carries out was deleted. Make a new trigger with another workflow (svc workflow, svc trigger add), and delete this one: svc trigger remove ${triggerId}.`,

  'triggers.trigger_not_found': 'No trigger has this id. `svc trigger` lists all of them.',
  'triggers.invalid_schedule':
    'This is not a schedule. Write five fields of cron like "0 8 * * mon-fri", "every 30m", or "at 2027-01-31 09:00".',
  'triggers.invalid_time_zone':
    'This is not a time zone. Use a name of the IANA database, like "Europe/Vienna" or "UTC".',
  'triggers.invalid_selector': 'This is not a CSS selector, like "main .price".',
  'triggers.trigger_changed': 'The trigger has changed meanwhile. Read it again, then repeat the change.',
  'triggers.trigger_unconfirmed':
    'The trigger waits for its owner. Look at what it may do, and confirm it: on the page, or with `svc trigger confirm ID`.',
  'triggers.over': 'This time has passed. Give one that is still to come.',
  'triggers.no_watch': 'This trigger watches no page. Make a watch of its own for that.',
  'triggers.no_time':
    'Say when it is due: with a schedule ("0 8 * * mon-fri", "every 30m"), with runAt for once, or with a page to watch.',
  'triggers.two_times': 'Give one of schedule, runAt and watch, and not two of them.',
  'triggers.reminder': 'A reminder notifies its owner. For anything else leave the kind out.',
  'triggers.no_backup_of_pages': 'A watched page can start the agent or a notice, not a backup.',
  'triggers.no_workflow': 'Name the workflow that is carried out: "workflowId". `svc workflow` lists them.',
  'triggers.only_workflows':
    'Only the effect run_workflow carries out a workflow: leave workflowId and parameters out.',
  'triggers.no_workflow_of_pages':
    'A changed page is read by a run that cannot act, so it starts no workflow. Give a time instead of a page.',
  'triggers.workflow_says_it':
    'The steps of a workflow say what is done, with which model and for how much: leave task, profile and the ceiling of one run out. A month may have a ceiling.',
  'triggers.no_task': 'Say in "task" what the agent should do.',
  'triggers.month': ({ worstUsd, monthUsd }) =>
    `One run of the workflow may cost up to $${worstUsd}, so with $${monthUsd} in one month none could begin. Give at least $${worstUsd}, or smaller budgets to its steps.`,
  'triggers.not_watched': ({ why }, tell) => `This page cannot be watched. ${tell(why)}`,
  'triggers.not_shown':
    'The trigger has changed since its owner was asked about this. Look at it again, and ask once more.',
  'triggers.no_page': 'A watch needs the page that is watched: give its address in "watch".',
  'triggers.is_watch': 'What watches a page is of the kind "watch". Leave the kind out, or the page.',
  'triggers.ceiling': ({ spentUsd, monthUsd, worstUsd }) =>
    `Its runs have cost $${spentUsd.toFixed(2)} this month, and may cost $${monthUsd}.${worstUsd === null ? '' : ` The next one may cost up to $${worstUsd}.`} It goes on next month, or with a higher ceiling.`,
  'triggers.page_unusual': 'The page could not be read: it is made in an unusual way.',
  'triggers.page_status': ({ status }) => `The page answered with status ${status}.`,
  'triggers.page_long': 'The page is longer than 10 MB.',
  'triggers.page_no_text': 'The page is not text.',
  'triggers.page_nothing': ({ selector }) => `Nothing on the page fits ${quoted(selector)} any more.`,
  'triggers.page_deep': 'The page is nested too deeply to look for a part of it.',
  'triggers.no_date': ({ text }) =>
    `${quoted(text)} is not a date with a time. Write it like "at 2027-01-31 09:00".`,
  'triggers.no_such_day': ({ date, time }) => `${date} ${time} is not in the calendar.`,
  'triggers.no_distance': ({ text }) =>
    `${quoted(text)} is not a distance. Write minutes, hours or days: "every 30m", "every 2h" or "every 1d".`,
  'triggers.other_distance': ({ text }) =>
    `${quoted(text)} is not possible: the time between two runs is one minute at least, and a year at most.`,
  'triggers.never': ({ text }) => `${quoted(text)} never comes: no such day is in the calendar.`,
  'triggers.not_five': ({ text, fields }) =>
    `${quoted(text)} has ${fields === 1 ? 'one field' : `${fields} fields`}. A schedule has five: minute, hour, day of the month, month, day of the week, like "0 8 * * mon-fri"; or write "every 30m", or "at 2027-01-31 09:00".`,
  'triggers.odd_field': ({ text }) =>
    `${quoted(text)} is not a field of a schedule. Use numbers, names like mon or jan, lists (1,15), ranges (mon-fri) and steps (*/15).`,
  'triggers.no_schedule': ({ text, why }) =>
    `${quoted(text)} is not a schedule (${bare(why)}). Minutes are 0 to 59, hours 0 to 23, days 1 to 31, months 1 to 12, days of the week 0 to 7; ranges rise, and steps are 1 or more.`,
  'triggers.no_zone': ({ zone }) =>
    `${quoted(zone)} is not a time zone. Use a name of the IANA database, like "Europe/Vienna" or "UTC".`,
  'triggers.selector_odd': ({ selector, odd }) =>
    `${quoted(selector)} is not a CSS selector that can be used here, because of ${quoted(odd)}. Use names, .classes, #ids, [attributes], spaces and >, like "main > .price".`,
  'triggers.selector_long': ({ selector, most }) =>
    `${quoted(selector)} has more than ${most} parts. A shorter one is enough.`,
  'triggers.no_selector': ({ selector }) => `${quoted(selector)} is not a CSS selector, like "main .price".`,
};
