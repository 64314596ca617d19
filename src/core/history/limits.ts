export const historyLimits = { days: 30, maxDays: 3_650, zoneChars: 64 } as const;
