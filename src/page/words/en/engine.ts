/** The texts of the connection to the engine. */
export const engineWords = {
  unreachable: 'svc cannot be reached. Is it running?',
  stoppedWaiting: 'This page stopped waiting for an answer.',
  connectionLost: 'The connection was lost. Connecting…',
  reconnecting: (reason: string) => `${reason} Connecting…`,
} as const;
