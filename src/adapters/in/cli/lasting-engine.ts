import { isLostConnection, type Attached } from './attach.ts';

/** The current engine of the data directory. */
export interface LastingEngine {
  /** When the engine stops during `act`, `act` is called once more with its successor, so it must be repeatable. */
  ask<T>(act: (engine: Attached) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Between two lines, the engine may restart, or stop because its own task is done. */
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
