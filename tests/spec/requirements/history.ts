import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** What every run did and cost; metrics and the token, as far as they are ours. */
export const ofHistory = {
  'history.runs': requirement(
    httpApi,
    'GET /api/history/runs lists runs, filterable; every run that fits is there exactly once, whatever happens meanwhile.',
  ),
  'history.run': requirement(httpApi, 'GET /api/history/runs/:id gives run details.'),
  'history.tool-calls': requirement(
    httpApi,
    'GET /api/history/runs/:id/tool-calls gives the tool calls of a run.',
  ),
  'history.stats': requirement(httpApi, 'GET /api/history/stats gives aggregated statistics.'),
  'history.cost-daily': requirement(
    httpApi,
    'GET /api/history/cost/daily breaks cost down by day; days without a run are there.',
  ),

  // Ours
  'history.runs.text': requirement(
    'ours: promise S39',
    'What is searched for in tasks is taken character for character: no wildcard, no query language.',
  ),
  'history.time-zones': requirement(
    ['ours: contract', 'ours: promise D32'],
    'Days are those of a time zone, also where clocks are changed; a zone that is none is refused.',
  ),
  'history.deleted-threads': requirement(
    'ours: contract',
    'Runs of deleted threads stay in the history without their text, and what they cost counts.',
  ),
  'history.sums': requirement(
    'ours: behaviour',
    'No count keeps a run from ending or statistics from being read: tokens and their sums stop at the largest whole number.',
  ),
  'history.masked': requirement(
    ['ours: promise S28', 'ours: promise D9'],
    'Known secrets, in any spelling, and what looks like one are masked in history and debug export.',
  ),
  'history.large': requirement(
    'ours: promise R49',
    'Reads of a long history go by indexes, in pages, and hold nothing up.',
  ),
  'auth.token.closes-nothing': requirement(
    'ours: behaviour',
    'Retrieving a token closes nothing; beyond loopback a generated token is needed where none is given.',
  ),
  'auth.token.file': requirement(
    ['ours: promise R4', 'ours: promise D5', 'ours: promise D13'],
    'The token is kept in a 0600 file, written atomically; a file that is none is set aside.',
  ),
  'auth.token.unseen': requirement('ours: promise S12', 'The token never stands in a log line or an export.'),
  'metrics.prometheus': requirement(
    'ours: contract',
    'GET /metrics is valid Prometheus text: escaped, each name described once, no series twice.',
  ),
} satisfies Requirements;
