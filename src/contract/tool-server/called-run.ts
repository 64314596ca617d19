/** A run that a call of svc_run waits for. */
export interface CalledRun {
  readonly runId: string;
  readonly sessionId: string;
}

/** Where a call goes on. */
export interface CallPlace extends CalledRun {
  /** The last event that it has seen. */
  readonly after: number;
  /** The question that the host was asked: an answer is for this one alone. */
  readonly promptId: string;
}

export const placeOf = ({ runId, sessionId, after, promptId }: CallPlace): string =>
  `${runId}/${sessionId}/${after}/${promptId}`;

/** Null: it names no place. It comes from the host. */
export function placeIn(place: string): CallPlace | null {
  const [runId = '', sessionId = '', after = '', promptId = ''] = place.split('/');
  return /^\d{1,15}$/u.test(after) && runId !== '' && sessionId !== '' && promptId !== ''
    ? { runId, sessionId, after: Number(after), promptId }
    : null;
}
