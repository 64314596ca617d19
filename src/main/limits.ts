export const shutdownLimits = { stepMs: 2_000 } as const;
