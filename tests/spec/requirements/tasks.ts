import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { triggerRow, taskStop, httpApi, backupOperations, authentication, errors } = heading;

/** Tasks, triggers and workflows. */
export const ofTasks = {
  'tasks.list': requirement(httpApi, 'GET /api/tasks lists tasks.', 'tasks'),
  'tasks.create': requirement(httpApi, 'POST /api/tasks creates a task.', 'tasks'),
  'tasks.update': requirement(httpApi, 'PATCH /api/tasks/:id updates a task.', 'tasks'),
  'tasks.delete': requirement(httpApi, 'DELETE /api/tasks/:id deletes a task.', 'tasks'),
  'tasks.complete': requirement(httpApi, 'POST /api/tasks/:id/complete marks a task complete.', 'tasks'),
  'tasks.stop': requirement(
    [taskStop, httpApi, errors],
    'POST /api/tasks/:id/stop is 202 when a stop can be requested; the run may still finish on its own.',
    'tasks',
  ),
  'tasks.stop.not-running': requirement(
    [taskStop, errors],
    'A stop when nothing runs is 409 with code not_running.',
    'tasks',
  ),
  'tasks.stop.unstoppable': requirement(
    [taskStop, errors],
    'A stop of a run in a phase that it cannot reach is 409 with code unstoppable.',
    'tasks',
  ),
  'tasks.stop.ambiguous': requirement(
    [taskStop, errors],
    'A stop by a short id that matches several tasks is 409 with code ambiguous_id.',
    'tasks',
  ),
  'tasks.stop.forbidden': requirement(
    [taskStop, authentication, errors],
    'A stop by a caller who neither owns the instance nor started the run is 403.',
    'users',
  ),
  'triggers.list': requirement(
    httpApi,
    'GET /api/triggers lists schedules, watches and reminders with running and stoppable.',
    'triggers',
  ),
  'triggers.running': requirement(triggerRow, 'running says whether a run is in flight.', 'triggers'),
  'triggers.stoppable': requirement(
    triggerRow,
    'stoppable says whether a stop can end that run; it is false for backups and reminders.',
    'triggers',
  ),
  'triggers.users': requirement(
    [triggerRow, authentication],
    'An invited user sees running and stoppable only for runs that this user started.',
    'users',
  ),
  'triggers.backup': requirement(
    backupOperations,
    'Automatic backups run as a trigger with the backup effect and a cron schedule, created by asking the agent; nothing else schedules them.',
    'triggers',
  ),
  'triggers.hub': requirement(backupOperations, 'The Automation Hub lists triggers.'),
  'triggers.fire.once': requirement(
    ['ours: behaviour', 'ours: promise R27', 'ours: promise R12'],
    'A trigger fires at its time, once for each due time, through kills, sleeps and clocks that are set.',
  ),
  'triggers.watch': requirement(
    'ours: behaviour',
    'A watch reads a page through the guarded way out; the first look only records, and only a change of what it says fires.',
  ),
  'triggers.watch.powerless': requirement(
    ['ours: behaviour', 'ours: promise S30'],
    'The run that reads a changed page has no tool that changes, sends, asks or starts anything.',
  ),
  'triggers.test': requirement(
    'ours: behaviour',
    'A trial carries out nothing that changes or sends anything, lists what it would have done, and uses nothing up.',
  ),
  'triggers.restored': requirement(
    ['ours: behaviour', 'ours: promise R27'],
    'What was due between a backup and its restore is missed, not done again; of a foreign backup nothing fires before its owner agrees.',
  ),
  'triggers.schedule.cron': requirement(
    'ours: behaviour',
    'A schedule is five fields of cron as crontab(5) reads them, every so many minutes, hours or days, or a date.',
  ),
  'triggers.schedule.zones': requirement(
    ['ours: behaviour', 'ours: promise R12'],
    'A schedule has a time zone; on days on which its clocks are set, each time of the day is due once.',
  ),
  'workflows.list': requirement(httpApi, 'GET /api/workflows lists workflow runs.', 'workflows'),
  'workflows.get': requirement(httpApi, 'GET /api/workflows/:id returns workflow details.', 'workflows'),
  'workflows.steps': requirement(httpApi, 'GET /api/workflows/:id/steps returns step results.', 'workflows'),
  'workflows.stats.steps': requirement(
    httpApi,
    'GET /api/workflows/stats/steps returns step statistics.',
    'workflows',
  ),
  'workflows.stats.cost': requirement(
    httpApi,
    'GET /api/workflows/stats/cost returns workflow cost statistics.',
    'workflows',
  ),
} satisfies Requirements;
