export const accountLimits = {
  /** A token is refreshed so long before its end. */
  refreshEarlyMs: 5 * 60_000,
  /** After a client was refused, it is not tried again for this time. */
  clientRefusedMs: 300_000,
  /** The shortest pause between two questions whether the owner has answered. */
  askMs: 5_000,
  /** What `slow_down` adds to that pause (RFC 8628, 3.5). */
  slowDownMs: 5_000,
  /** The longest time that a login waits for its owner. */
  loginMs: 15 * 60_000,
  /** How long a failed login is reported. */
  failureShownMs: 10 * 60_000,
  /** The longest of any time that the vendor may set. */
  longestMs: 7 * 24 * 60 * 60_000,
  /** One call to the vendor that is not a transfer. */
  callMs: 30_000,
  /** The longest that telling the vendor that access ends may take. Access ends here even if that fails. */
  revokeMs: 10_000,
  nonceChars: 4_096,
} as const;
