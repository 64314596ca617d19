import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** What every run did and cost; our own statements about metrics and the token. */
export const ofHistory = {
  'history.runs': requirement(
    httpApi,
    'GET /api/history/runs lists runs and can filter them; every matching run appears exactly once, even if runs are added or removed meanwhile.',
  ),
  'history.run': requirement(httpApi, 'GET /api/history/runs/:id returns run details.'),
  'history.tool-calls': requirement(
    httpApi,
    'GET /api/history/runs/:id/tool-calls returns the tool calls of a run.',
  ),
  'history.stats': requirement(httpApi, 'GET /api/history/stats returns aggregated statistics.'),
  'history.cost-daily': requirement(
    httpApi,
    'GET /api/history/cost/daily breaks cost down by day, including days without a run.',
  ),

  // Ours
  'history.starters': requirement(
    'ours: behaviour',
    'A run says which trigger, workflow run or task started it; GET /api/history/starters sums the cost of some days by that, and counts what became of the fires of each trigger.',
  ),
  'history.runs.text': requirement(
    'ours: promise S39',
    'A search in tasks is literal: no wildcards and no query language.',
  ),
  'history.time-zones': requirement(
    ['ours: contract', 'ours: promise D32'],
    'Days follow a time zone, including clock changes; an unknown zone is refused.',
  ),
  'history.deleted-threads': requirement(
    'ours: contract',
    'Runs of deleted threads stay in the history without their text, and their cost still counts.',
  ),
  'history.sums': requirement(
    'ours: behaviour',
    'No token count stops a run from ending or statistics from being read: tokens and their sums are capped at the largest safe integer.',
    'long',
  ),
  'history.masked': requirement(
    ['ours: promise S28', 'ours: promise D9'],
    'History and debug export mask known secrets in any spelling, and anything that looks like one.',
  ),
  'history.large': requirement(
    'ours: promise R49',
    'Reads of a long history use indexes and pages, and block nothing.',
  ),
  'auth.token.closes-nothing': requirement(
    'ours: behaviour',
    'Retrieving a token does not turn authentication on; beyond loopback, a generated token is required where none is set.',
  ),
  'auth.token.file': requirement(
    ['ours: promise R4', 'ours: promise D5', 'ours: promise D13'],
    'The token is kept in a 0600 file, written atomically; a file without a valid token is set aside.',
  ),
  'auth.token.unseen': requirement(
    'ours: promise S12',
    'The token never appears in a log line or an export.',
  ),
  'metrics.prometheus': requirement(
    'ours: contract',
    'GET /metrics is valid Prometheus text: escaped, each metric described once, no series twice.',
  ),
} satisfies Requirements;
