import { heading } from './headings.ts';
import { quick, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** What every run did and cost; our own statements about metrics and the token. */
export const ofHistory = [
  quick(httpApi, {
    'history.runs':
      'GET /api/history/runs lists runs and can filter them; every matching run appears exactly once, even if runs are added or removed meanwhile.',
    'history.run': 'GET /api/history/runs/:id returns run details.',
    'history.tool-calls': 'GET /api/history/runs/:id/tool-calls returns the tool calls of a run.',
    'history.stats': 'GET /api/history/stats returns aggregated statistics.',
    'history.cost-daily':
      'GET /api/history/cost/daily breaks cost down by day, including days without a run.',
  }),

  // Ours
  quick('ours: behaviour', {
    'history.starters':
      'A run says which trigger, workflow run or task started it; GET /api/history/starters sums the cost of some days by that, and counts what became of the fires of each trigger.',
    'auth.token.closes-nothing':
      'Retrieving a token does not turn authentication on; beyond loopback, a generated token is required where none is set.',
  }),
  quick('ours: promise S39', {
    'history.runs.text': 'A search in tasks is literal: no wildcards and no query language.',
  }),
  quick(['ours: contract', 'ours: promise D32'], {
    'history.time-zones': 'Days follow a time zone, including clock changes; an unknown zone is refused.',
  }),
  quick('ours: contract', {
    'history.deleted-threads':
      'Runs of deleted threads stay in the history without their text, and their cost still counts.',
    'metrics.prometheus':
      'GET /metrics is valid Prometheus text: escaped, each metric described once, no series twice.',
  }),
  quick('ours: behaviour', {
    'history.sums':
      'No token count stops a run from ending or statistics from being read: tokens and their sums are capped at the largest safe integer.',
  }),
  quick(['ours: promise S28', 'ours: promise D9'], {
    'history.masked':
      'History and debug export mask known secrets in any spelling, and anything that looks like one.',
  }),
  quick('ours: promise R49', {
    'history.large': 'Reads of a long history use indexes and pages, and block nothing.',
  }),
  quick(['ours: promise R4', 'ours: promise D5', 'ours: promise D13'], {
    'auth.token.file':
      'The token is kept in a 0600 file, written atomically; a file without a valid token is set aside.',
  }),
  quick('ours: promise S12', {
    'auth.token.unseen': 'The token never appears in a log line or an export.',
  }),
] satisfies Requirements;
