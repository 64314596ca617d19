export const shutdownLimits = { stepMs: 2_000, restartStepMs: 15_000 } as const;
