import { HOST_OF_OWNER, OWNER_ID } from '../../../doubles/people.ts';
import { afterEach, expect } from '@jest/globals';
import { processTokens } from '../../../../src/main/tokens.ts';
import { text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';

let close: () => Promise<void>;
afterEach(() => close());

verifies('mcp.states.abort', 'an abort waits for a call that must end first, for 30 seconds', async () => {
  const finished = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = {
    ...aTool('slow', async () => {
      begun.resolve();
      await finished.promise;
      return { output: 'late', success: true };
    }),
    holdsPaths: true,
  };
  const core = coreOver({ turns: [[toolCalls({ name: 'slow', input: {} })], [text('end')]], tools: [slow] });
  close = core.close;
  const { toolRuns } = core.get(processTokens.services);
  const request = {
    person: OWNER_ID,
    client: null,
    userContext: null,
    files: [],
    waits: 'poll',
    canAsk: true,
    stateDir: null,
  } as const;
  const start = { ...request, principal: 'stdio', task: 'do it', toolSessionId: null } as const;
  const { runId, toolSessionId } = await toolRuns.start(start);
  await begun.promise;
  const refused = toolRuns.abort(toolSessionId, HOST_OF_OWNER).catch((error: unknown) => error);
  await core.clock.advance(30_000);
  expect(await refused).toMatchObject({ code: 'run_did_not_stop', facts: { run_id: runId } });
  // Its session is not free before it has ended.
  await expect(toolRuns.start({ ...start, toolSessionId })).rejects.toMatchObject({
    code: 'tool_run_in_progress',
    facts: { run_id: runId },
  });
  const aborted = toolRuns.abort(toolSessionId, HOST_OF_OWNER);
  finished.resolve();
  await core.clock.advance(1_000);
  expect(await aborted).toBe(true);
});
