import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';

export const signInLimits = {
  /** A session that was not used for this long is over. */
  unusedMs: 30 * DAY_MS,
  /** The use of a session or a token is stored at most this often. */
  recordedEveryMs: HOUR_MS,
  /** Of one person; beyond it, the one that was not used for longest ends. */
  sessions: 100,
  tokens: 100,
  passkeys: 50,
  identities: 20,
  /** Invitations that wait. */
  invitations: 100,
  invitationHours: 24,
  mostInvitationHours: 72,
  linkMs: HOUR_MS,
  /** A passkey and a sign-in elsewhere are asked for in this time. */
  challengeMs: 10 * MINUTE_MS,
  /** That wait at the same time. */
  challenges: 1_000,
  /** What was made so much later than now was made by a clock that was wrong. */
  slackMs: 5 * MINUTE_MS,
  browserChars: 200,
  /** So many wrong tries of one address, or for one person, within `triesMs` are looked at. */
  tries: 30,
  triesMs: HOUR_MS,
} as const;
