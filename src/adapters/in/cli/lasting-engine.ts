import { isLostConnection, type Attached } from './attach.ts';

/** The engine of the data directory, whichever it is at the moment. */
export interface LastingEngine {
  /** When the engine is lost under `act`, it is done once more with the one there is then. So it must be repeatable. */
  ask<T>(act: (engine: Attached) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** While a person thinks, an engine may be started anew, or leave because whoever it worked for has left. */
export function lastingEngine(first: Attached, reach: () => Promise<Attached>): LastingEngine {
  let engine = first;
  return {
    ask: async (act) => {
      try {
        return await act(engine);
      } catch (error) {
        if (!isLostConnection(error)) throw error;
        await engine.close();
        engine = await reach();
        return await act(engine);
      }
    },
    close: () => engine.close(),
  };
}
