import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { triggerRow, taskStop, httpApi, backupOperations, authentication, errors } = heading;

/** Tasks, triggers and workflows. */
export const ofTasks = {
  'tasks.list': requirement(httpApi, 'GET /api/tasks lists tasks.'),
  'tasks.create': requirement(httpApi, 'POST /api/tasks creates a task.'),
  'tasks.update': requirement(httpApi, 'PATCH /api/tasks/:id updates a task.'),
  'tasks.delete': requirement(httpApi, 'DELETE /api/tasks/:id deletes a task.'),
  'tasks.complete': requirement(httpApi, 'POST /api/tasks/:id/complete marks a task complete.'),
  'tasks.stop': requirement(
    [taskStop, httpApi, errors],
    'POST /api/tasks/:id/stop is 202 when a stop can be requested; the run may still finish on its own.',
  ),
  'tasks.stop.not-running': requirement(
    [taskStop, errors],
    'A stop when nothing runs is 409 with code not_running.',
  ),
  'tasks.stop.unstoppable': requirement(
    [taskStop, errors],
    'A stop of a run in a phase that it cannot reach is 409 with code unstoppable.',
  ),
  'tasks.stop.ambiguous': requirement(
    [taskStop, errors],
    'A stop by a short id that matches several tasks is 409 with code ambiguous_id.',
  ),
  'tasks.stop.forbidden': requirement(
    [taskStop, authentication, errors],
    'A stop by a caller who neither owns the instance nor started the run is 403: a rule of the core, because over HTTP there is one user, who owns it.',
  ),
  'tasks.stop.ids': requirement(
    'ours: contract',
    'A stop takes the id of a task, a trigger or a run, or the beginning of one; also of what was deleted while its run is in flight.',
  ),
  'tasks.ids': requirement(
    'ours: contract',
    'Four characters or more of an id name a task or a trigger everywhere; of several candidates none is taken, and all are named.',
  ),
  'tasks.children': requirement(
    'ours: contract',
    'Completing or deleting a task reaches what is in it; no task is in itself, also not when two changes meet, and at most eight lie within each other.',
  ),
  'tasks.search': requirement(
    ['ours: contract', 'ours: promise S39'],
    'Tasks are found by status, assignee, tag, parent and words, which are literal, in pages without gaps or doubles.',
  ),
  'tasks.agent': requirement(
    'ours: contract',
    'A task for the agent is begun at once, in the background, in a conversation of its own; giving it again begins again, giving it to another stops.',
  ),
  'tasks.outcome': requirement(
    'ours: behaviour',
    'A task whose run completed is completed, stopped is open, failed or interrupted is failed, with the reason; a status set meanwhile stays.',
  ),
  'tasks.disk': requirement(
    'ours: behaviour',
    'Whichever commit of the work on a task the disk refuses, the task says how it ended, and can be given again.',
  ),
  'tasks.completed-by': requirement(
    'ours: contract',
    'completedBy says who has completed a task; its owner who completes what the agent completed takes its place, in that task only.',
  ),
  'tasks.waiting': requirement(
    'ours: contract',
    'A task says that the work on it waits for an answer of its owner.',
  ),
  'tasks.tools': requirement(
    'ours: behaviour',
    'The agent writes tasks down freely; work that begins by itself is asked for, and declined nothing is stored. What it wrote counts as no words of its owner.',
  ),
  'tasks.terminal': requirement(
    'ours: behaviour',
    'svc task lists, adds, shows, changes, completes, stops and deletes tasks.',
    'long',
  ),
  'triggers.list': requirement(
    httpApi,
    'GET /api/triggers lists schedules, watches and reminders with running and stoppable.',
  ),
  'triggers.running': requirement(triggerRow, 'running says whether a run is in flight.'),
  'triggers.stoppable': requirement(
    triggerRow,
    'stoppable says whether a stop can end that run; it is false for backups and reminders.',
  ),
  'triggers.users': requirement(
    [triggerRow, authentication],
    'Who does not own the instance sees running and stoppable only for runs that they started: a rule of the core, because over HTTP there is one user.',
  ),
  'triggers.backup': requirement(
    backupOperations,
    'Automatic backups run as a trigger with the backup effect and a cron schedule, created by asking the agent; nothing else schedules them.',
  ),
  'triggers.changes': requirement(
    'ours: contract',
    'Triggers are made, changed, paused, run and deleted over HTTP; a change that has not seen the last one is refused.',
  ),
  'triggers.refusals': requirement(
    'ours: behaviour',
    'What does not make sense as a trigger is refused with a code of its own and words that say what to write instead; nothing is stored.',
  ),
  'triggers.preview': requirement(
    'ours: contract',
    'The next times of a schedule are shown before anything is saved, in its time zone, over changes of the clock.',
  ),
  'triggers.question': requirement(
    'ours: contract',
    'A question of unattended work shows the outcome waiting, and is answered through the conversation of the trigger.',
  ),
  'triggers.restart': requirement(
    'ours: behaviour',
    'What a restart cut off is failed with the code interrupted, and does not fire again for that due time.',
  ),
  'triggers.grants': requirement(
    'ours: behaviour',
    'What a trigger may do beforehand is a consent that is listed, counts for it alone, and goes with it.',
  ),
  'triggers.kept': requirement(
    'ours: behaviour',
    'Of the fires of a trigger all of 62 days stay, and the newest 10,000; older ones give way, and none in progress.',
  ),
  'triggers.trial': requirement(
    'ours: behaviour',
    'A trial carries out nothing that changes or sends anything, lists what it would have done, and uses nothing up.',
  ),
  'triggers.tools': requirement(
    'ours: contract',
    'A trigger of the agent is made, changed and deleted only after its owner saw when it happens and what it may do; declined, nothing is stored.',
  ),
  'triggers.terminal': requirement(
    'ours: behaviour',
    'svc trigger lists, previews, adds after a confirmation, tries, runs, pauses, stops and deletes triggers.',
    'long',
  ),
  'triggers.hub': requirement(backupOperations, 'The Automation Hub lists triggers.', 'browser'),
  'triggers.fire.once': requirement(
    ['ours: behaviour', 'ours: promise R27', 'ours: promise R12'],
    'A trigger fires at its time, once for each due time, through kills, sleeps and clocks that are set.',
  ),
  'triggers.fire.disk': requirement(
    'ours: behaviour',
    'Whichever commit of a fire the disk refuses, each due time has one fire with its outcome, and the next one comes.',
  ),
  'triggers.consent': requirement(
    ['ours: behaviour', 'ours: promise D23'],
    'What a trigger may do is said when it is made, shown, and revoked with it; what is not allowed is asked when it comes up.',
  ),
  'triggers.watch': requirement(
    'ours: behaviour',
    'A watch reads a page through the guarded way out; the first look only records, and only a change of what it says fires.',
    'long',
  ),
  'triggers.watch.notice': requirement(
    'ours: behaviour',
    'A notice of a watch has the text that its owner wrote, and says in words what is new on the page and what is gone.',
    'long',
  ),
  'triggers.watch.powerless': requirement(
    ['ours: behaviour', 'ours: promise S30'],
    'The run that reads a changed page has no tool that changes, sends, asks or starts anything.',
    'long',
  ),
  'triggers.restored': requirement(
    ['ours: behaviour', 'ours: promise R27'],
    'What was due between a backup and its restore is missed, not done again; of a foreign backup nothing fires before its owner agrees.',
  ),
  'triggers.expectation.record': requirement(
    'ours: contract',
    'An expectation can be that a collection has a record that fits a filter after the run.',
  ),
  'triggers.expectation.artifact': requirement(
    'ours: behaviour',
    'An expectation can be that the run has saved an artifact, of a type if one is given.',
  ),
  'triggers.schedule.cron': requirement(
    'ours: behaviour',
    'A schedule is five fields of cron as crontab(5) reads them, every so many minutes, hours or days, or a date. A day fits one of the two fields for days, or both where one of them begins with a star.',
  ),
  'triggers.schedule.words': requirement(
    'ours: behaviour',
    'The words for a schedule are true of all its times and of no others; one without simple words is shown by its fields.',
  ),
  'triggers.schedule.zones': requirement(
    ['ours: behaviour', 'ours: promise R12'],
    'A schedule has a time zone; on days on which its clocks are set, each time of the day is due once.',
  ),
  'workflows.list': requirement(httpApi, 'GET /api/workflows lists workflow runs.'),
  'workflows.get': requirement(httpApi, 'GET /api/workflows/:id returns workflow details.'),
  'workflows.steps': requirement(httpApi, 'GET /api/workflows/:id/steps returns step results.'),
  'workflows.stats.steps': requirement(httpApi, 'GET /api/workflows/stats/steps returns step statistics.'),
  'workflows.stats.cost': requirement(
    httpApi,
    'GET /api/workflows/stats/cost returns workflow cost statistics.',
  ),
  'triggers.workflow': requirement(
    'ours: contract',
    'A trigger with the effect run_workflow carries out a saved workflow; its outcome is that of the workflow, also after a restart.',
  ),
  'workflows.steps.order': requirement(
    'ours: behaviour',
    'A step begins when the steps that it needs have ended, and is given their results, marked as text of others.',
  ),
  'workflows.steps.parallel': requirement(
    'ours: behaviour',
    'Steps that do not need each other run side by side, five at a time.',
  ),
  'workflows.changes': requirement(
    'ours: behaviour',
    'Files that a step has changed wait for review, in the list of all changes and in the thread of the step.',
  ),
  'workflows.failure': requirement(
    'ours: behaviour',
    'When a step fails, the workflow stops, skips what needs it, or goes on and tells the others, as the step says.',
  ),
  'workflows.retry': requirement(
    'ours: contract',
    'POST /api/workflows/:id/retry does the steps once more that did not succeed, and keeps the others.',
  ),
  'workflows.stop': requirement(
    'ours: behaviour',
    'A stop ends the steps at work, and no other step begins.',
  ),
  'workflows.budget': requirement(
    'ours: behaviour',
    'Each step has a budget, which is reserved before it begins.',
  ),
  'workflows.shutdown': requirement(
    'ours: behaviour',
    'When the engine stops, runs of workflows do not end: the next engine goes on with them.',
  ),
  'workflows.kill': requirement(
    'ours: behaviour',
    'Wherever the engine dies, a run of a workflow comes to the same result as an undisturbed one, and no step that ended is done again.',
  ),
  'workflows.definitions': requirement(
    'ours: contract',
    'A workflow is checked before it is saved: names, circles, tools, permissions, at most 100 steps; its owner sees what a run may do and can cost.',
  ),
  'workflows.in_use': requirement(
    'ours: contract',
    'DELETE /api/workflow-definitions/:id is refused while triggers carry the workflow out, and names them; with pauseTriggers they are paused, and say why.',
  ),
  'workflows.erasure': requirement(
    'ours: behaviour',
    'A run of a workflow is deleted with its results, and the result of a step goes with its conversation.',
  ),
  'workflows.restored': requirement(
    'ours: behaviour',
    'After a restore no run goes on that the backup has in progress: it ends as interrupted, and its owner may retry a workflow.',
  ),
  'workflows.paused': requirement(
    'ours: behaviour',
    'A run that no engine carries out says that it is paused; svc workflow stop ends it, and svc workflow retry goes on with it, without an engine that stays.',
    'long',
  ),
  'workflows.terminal': requirement(
    'ours: contract',
    'svc workflow saves, shows, runs, follows, retries, stops and deletes workflows, and prints their results.',
    'long',
  ),
  'workflows.events': requirement(
    'ours: contract',
    'GET /api/workflows/:id/events tells each step and the run whenever they change.',
  ),
} satisfies Requirements;
