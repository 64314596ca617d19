import { ProblemError } from '../../../../contract/client.ts';
import type { RunEvent } from '../followed.ts';
import type { EditorEngine } from './engine.ts';
import { acpLimits } from './limits.ts';

/** All events of a run. After a lost connection they are read on, if an engine can be reached. */
export async function* eventsOf(
  engine: EditorEngine,
  runId: string,
  isLostConnection: (error: unknown) => boolean,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let after = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { events } = await engine['runs.events']({ params: { runId }, query: { after }, signal });
      for await (const event of events) {
        yield event;
        if (event.type === 'done' || event.type === 'error') return;
        after = event.id ?? after;
      }
    } catch (error) {
      if (error instanceof ProblemError || !isLostConnection(error) || attempt >= acpLimits.reattached)
        throw error;
    }
    if (attempt >= acpLimits.reattached) return;
  }
}
