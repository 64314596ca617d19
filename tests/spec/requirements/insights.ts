import { heading } from './headings.ts';
import { quick, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** What the engine learns from its own runs. */
export const ofInsights = [
  quick(httpApi, {
    'insights.threads': 'GET /api/thread-insights returns thread analytics.',
    'insights.patterns': 'GET /api/patterns returns detected patterns.',
  }),
  quick('ours: contract', {
    'insights.sorted':
      'Thread insights are sorted by any of their numbers, in pages that reach every thread once while nothing changes; a cursor of another order is refused.',
    'insights.pattern.sequence':
      'Tools that were used one after another in three or more runs that succeeded are a pattern, unless a longer sequence says it already.',
    'insights.pattern.failing-tool':
      'A tool that failed in half or more of at least five calls is a pattern, until it works again.',
    'insights.pattern.costly-thread':
      'A thread that has cost ten times the median of at least ten threads is a pattern.',
    'insights.pattern.question':
      'A question of the owner that was answered and is asked again in other words is a pattern; other names or numbers make another question, and tasks of background work are not questions.',
  }),
  quick('ours: behaviour', {
    'insights.evidence':
      'Each pattern names the newest runs that show it, how many they are, and when it was first and last seen.',
    'insights.words':
      'Patterns are told in plain sentences: words of others are in quotes on one line, and secrets are masked in what is stored and in what is answered.',
    'insights.bounded':
      'However many runs there are, the patterns that are known, the runs kept for each, and what is read of one run stay bounded.',
    'insights.background':
      'No run waits to be counted, and a memory database that cannot be written does not disturb runs.',
    'insights.crash':
      'A run is counted exactly once, wherever the process dies between its end and its counting; runs of earlier versions are counted, too.',
    'insights.deleted':
      'A deleted thread takes its numbers, its questions and its share of the evidence along, also if the process dies before they are gone; no word of them stays in the file after a checkpoint.',
  }),
] satisfies Requirements;
