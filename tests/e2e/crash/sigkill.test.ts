import { afterEach, describe, expect } from '@jest/globals';
import { removeTemporaryDirs, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { nothingYet } from './client.ts';
import { killedAt, type Moment } from './kill.ts';
import { expectNothingLost } from './oracle.ts';
import { COMMITS } from './scenario.ts';
import { thinned } from '../../harness/thinned.ts';

afterEach(removeTemporaryDirs);

/**
 * Alternates, so that both kinds meet every kind of boundary; failing-journal.test.ts has the exhaustive
 * sweep.
 */
const moments: readonly (readonly [number, string, Moment])[] = COMMITS.map((what, index) => [
  index + 1,
  what,
  index % 2 === 0 ? 'after' : 'before',
]);

describe('kill -9', () => {
  for (const [nth, what, when] of thinned(moments, 4))
    verifies(
      ['crash.acknowledged', 'crash.interrupted', 'runs.journal-before-frame', 'runs.task-durable-first'],
      `right ${when} ${what} is written loses nothing acknowledged`,
      async () => {
        const dataDir = temporaryDir();
        const acknowledged = nothingYet();
        await killedAt(dataDir, when, nth, acknowledged);
        expect(acknowledged.sessionId !== null).toBe(nth > 2);
        expect(acknowledged.runId !== null).toBe(nth > 4);
        expect(acknowledged.frames.size).toBe(FRAMES_BEFORE[nth - 1]);
        await expectNothingLost(dataDir, acknowledged);
      },
    );

  for (const when of thinned(['before', 'after'] as const, 2))
    verifies(
      ['crash.acknowledged', 'crash.interrupted'],
      `during the start after a kill -9, right ${when} the run is ended, loses nothing either`,
      async () => {
        const dataDir = temporaryDir();
        const acknowledged = nothingYet();
        await killedAt(dataDir, 'after', 7, acknowledged);
        await killedAt(dataDir, when, 2, nothingYet());
        await expectNothingLost(dataDir, acknowledged);
      },
    );
});

/** The number of frames sent before each commit: those of the commits before it. */
const FRAMES_BEFORE = [0, 0, 0, 0, 0, 1, 2, 4, 4, 5, 6, 7];
