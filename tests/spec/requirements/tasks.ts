import { heading } from './headings.ts';
import { browser, long, quick, type Requirements } from './requirement.ts';

const { triggerRow, taskStop, httpApi, backupOperations, authentication, errors } = heading;

/** Tasks, triggers and workflows. */
export const ofTasks = [
  quick(httpApi, {
    'tasks.list': 'GET /api/tasks lists tasks.',
    'tasks.create': 'POST /api/tasks creates a task.',
    'tasks.update': 'PATCH /api/tasks/:id updates a task.',
    'tasks.delete': 'DELETE /api/tasks/:id deletes a task.',
    'tasks.complete': 'POST /api/tasks/:id/complete marks a task complete.',
    'triggers.list': 'GET /api/triggers lists schedules, watches and reminders with running and stoppable.',
    'workflows.list': 'GET /api/workflows lists workflow runs.',
    'workflows.get': 'GET /api/workflows/:id returns workflow details.',
    'workflows.steps': 'GET /api/workflows/:id/steps returns step results.',
    'workflows.stats.steps': 'GET /api/workflows/stats/steps returns step statistics.',
    'workflows.stats.cost': 'GET /api/workflows/stats/cost returns workflow cost statistics.',
  }),
  quick([taskStop, httpApi, errors], {
    'tasks.stop':
      'POST /api/tasks/:id/stop is 202 when a stop can be requested; the run may still finish on its own.',
  }),
  quick([taskStop, errors], {
    'tasks.stop.not-running': 'A stop when nothing runs is 409 with code not_running.',
    'tasks.stop.unstoppable': 'A stop of a run in a phase that it cannot reach is 409 with code unstoppable.',
    'tasks.stop.ambiguous': 'A stop by a short id that matches several tasks is 409 with code ambiguous_id.',
  }),
  quick([taskStop, authentication, errors], {
    'tasks.stop.forbidden':
      'A stop by a caller who neither owns the instance nor started the run is 403: a rule of the core, because over HTTP there is one user, who owns it.',
  }),
  quick('ours: contract', {
    'tasks.stop.ids':
      'A stop takes the id of a task, a trigger or a run, or the beginning of one; also of what was deleted while its run is in flight.',
    'tasks.ids':
      'Four characters or more of an id name a task or a trigger everywhere; of several candidates none is taken, and all are named.',
    'tasks.children':
      'Completing or deleting a task reaches what is in it; no task is in itself, also not when two changes meet, and at most eight lie within each other.',
    'tasks.agent':
      'A task for the agent is begun at once, in the background, in a conversation of its own; giving it again begins again, giving it to another stops.',
    'tasks.completed-by':
      'completedBy says who has completed a task; its owner who completes what the agent completed takes its place, in that task only.',
    'tasks.waiting': 'A task says that the work on it waits for an answer of its owner.',
    'triggers.changes':
      'Triggers are made, changed, paused, run and deleted over HTTP; a change that has not seen the last one is refused.',
    'triggers.preview':
      'The next times of a schedule are shown before anything is saved, in its time zone, over changes of the clock.',
    'triggers.question':
      'A question of unattended work shows the outcome waiting, and is answered through the conversation of the trigger.',
    'triggers.tools':
      'A trigger of the agent is made, changed and deleted only after its owner saw when it happens and what it may do; declined, nothing is stored.',
    'triggers.expectation.record':
      'An expectation can be that a collection has a record that fits a filter after the run.',
    'triggers.workflow':
      'A trigger with the effect run_workflow carries out a saved workflow; its outcome is that of the workflow, also after a restart.',
    'workflows.retry':
      'POST /api/workflows/:id/retry does the steps once more that did not succeed, and keeps the others.',
    'workflows.definitions':
      'A workflow is checked before it is saved: names, circles, tools, permissions, at most 100 steps; its owner sees what a run may do and can cost.',
    'workflows.in_use':
      'DELETE /api/workflow-definitions/:id is refused while triggers carry the workflow out, and names them; with pauseTriggers they are paused, and say why.',
    'workflows.events': 'GET /api/workflows/:id/events tells each step and the run whenever they change.',
  }),
  quick(['ours: contract', 'ours: promise S39'], {
    'tasks.search':
      'Tasks are found by status, assignee, tag, parent and words, which are literal, in pages without gaps or doubles.',
  }),
  quick('ours: behaviour', {
    'tasks.outcome':
      'A task whose run completed is completed, stopped is open, failed or interrupted is failed, with the reason; a status set meanwhile stays.',
    'tasks.disk':
      'Whichever commit of the work on a task the disk refuses, the task says how it ended, and can be given again.',
    'tasks.tools':
      'The agent writes tasks down freely; work that begins by itself is asked for, and declined nothing is stored. What it wrote counts as no words of its owner.',
    'triggers.refusals':
      'What does not make sense as a trigger is refused with a code of its own and words that say what to write instead; nothing is stored.',
    'triggers.restart':
      'What a restart cut off is failed with the code interrupted, and does not fire again for that due time.',
    'triggers.grants':
      'What a trigger may do beforehand is a consent that is listed, counts for it alone, and goes with it.',
    'triggers.kept':
      'Of the fires of a trigger all of 62 days stay, and the newest 10,000; older ones give way, and none in progress.',
    'triggers.trial':
      'A trial carries out nothing that changes or sends anything, lists what it would have done, and uses nothing up.',
    'triggers.fire.disk':
      'Whichever commit of a fire the disk refuses, each due time has one fire with its outcome, and the next one comes.',
    'triggers.expectation.artifact':
      'An expectation can be that the run has saved an artifact, of a type if one is given.',
    'triggers.schedule.cron':
      'A schedule is five fields of cron as crontab(5) reads them, every so many minutes, hours or days, or a date. A day fits one of the two fields for days, or both where one of them begins with a star.',
    'triggers.schedule.words':
      'The words for a schedule are true of all its times and of no others; one without simple words is shown by its fields.',
    'workflows.steps.order':
      'A step begins when the steps that it needs have ended, and is given their results, marked as text of others.',
    'workflows.steps.parallel': 'Steps that do not need each other run side by side, five at a time.',
    'workflows.changes':
      'Files that a step has changed wait for review, in the list of all changes and in the thread of the step.',
    'workflows.failure':
      'When a step fails, the workflow stops, skips what needs it, or goes on and tells the others, as the step says.',
    'workflows.stop': 'A stop ends the steps at work, and no other step begins.',
    'workflows.budget': 'Each step has a budget, which is reserved before it begins.',
    'workflows.shutdown':
      'When the engine stops, runs of workflows do not end: the next engine goes on with them.',
    'workflows.kill':
      'Wherever the engine dies, a run of a workflow comes to the same result as an undisturbed one, and no step that ended is done again.',
    'workflows.erasure':
      'A run of a workflow is deleted with its results, and the result of a step goes with its conversation.',
    'workflows.restored':
      'After a restore no run goes on that the backup has in progress: it ends as interrupted, and its owner may retry a workflow.',
  }),
  long('ours: behaviour', {
    'tasks.terminal': 'svc task lists, adds, shows, changes, completes, stops and deletes tasks.',
    'triggers.terminal':
      'svc trigger lists, previews, adds after a confirmation, tries, runs, pauses, stops and deletes triggers.',
    'triggers.watch':
      'A watch reads a page through the guarded way out; the first look only records, and only a change of what it says fires.',
    'triggers.watch.notice':
      'A notice of a watch has the text that its owner wrote, and says in words what is new on the page and what is gone.',
    'workflows.paused':
      'A run that no engine carries out says that it is paused; svc workflow stop ends it, and svc workflow retry goes on with it, without an engine that stays.',
  }),
  quick(triggerRow, {
    'triggers.running': 'running says whether a run is in flight.',
    'triggers.stoppable':
      'stoppable says whether a stop can end that run; it is false for backups and reminders.',
  }),
  quick([triggerRow, authentication], {
    'triggers.users':
      'Who does not own the instance sees running and stoppable only for runs that they started: a rule of the core, because over HTTP there is one user.',
  }),
  quick(backupOperations, {
    'triggers.backup':
      'Automatic backups run as a trigger with the backup effect and a cron schedule, created by asking the agent; nothing else schedules them.',
  }),
  browser(backupOperations, {
    'triggers.hub': 'The Automation Hub lists triggers.',
  }),
  quick(['ours: behaviour', 'ours: promise R27', 'ours: promise R12'], {
    'triggers.fire.once':
      'A trigger fires at its time, once for each due time, through kills, sleeps and clocks that are set.',
  }),
  quick(['ours: behaviour', 'ours: promise D23'], {
    'triggers.consent':
      'What a trigger may do is said when it is made, shown, and revoked with it; what is not allowed is asked when it comes up.',
  }),
  long(['ours: behaviour', 'ours: promise S30'], {
    'triggers.watch.powerless':
      'The run that reads a changed page has no tool that changes, sends, asks or starts anything.',
  }),
  quick(['ours: behaviour', 'ours: promise R27'], {
    'triggers.restored':
      'What was due between a backup and its restore is missed, not done again; of a foreign backup nothing fires before its owner agrees.',
  }),
  quick(['ours: behaviour', 'ours: promise R12'], {
    'triggers.schedule.zones':
      'A schedule has a time zone; on days on which its clocks are set, each time of the day is due once.',
  }),
  long('ours: contract', {
    'workflows.terminal':
      'svc workflow saves, shows, runs, follows, retries, stops and deletes workflows, and prints their results.',
  }),
] satisfies Requirements;
