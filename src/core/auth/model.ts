export interface AccessToken {
  readonly token: string;
  /** Null for a token from the environment: its age is unknown. */
  readonly createdAt: number | null;
}

/** The form of a generated token: 32 random bytes in base64url. */
const GENERATED = /^[\w-]{43}$/u;

export const tokenText = ({ token, createdAt }: AccessToken): string =>
  `${JSON.stringify({ token, createdAt: new Date(createdAt ?? 0).toISOString() }, null, 2)}\n`;

/** Parses a token file; null when it is not one. */
export function tokenFrom(text: string): AccessToken | null {
  try {
    const { token, createdAt } = (JSON.parse(text) ?? {}) as { token?: unknown; createdAt?: unknown };
    if (typeof token !== 'string' || typeof createdAt !== 'string' || !GENERATED.test(token)) return null;
    const at = Date.parse(createdAt);
    return Number.isNaN(at) ? null : { token, createdAt: at };
  } catch {
    return null;
  }
}
