// Room: the token of the engine and the logins that stand for it. Only a keyed hash of a login is stored.

export interface AccessToken {
  readonly token: string;
  /** Null for a token from the environment: its age is unknown. */
  readonly createdAt: number | null;
}

/** The form of a generated token, of a login and of its hash: 32 bytes in base64url. */
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

/** A login as it is kept, under a hash of its value. Both in milliseconds since the epoch. */
export interface Login {
  readonly openedAt: number;
  readonly lastUsedAt: number;
}

/** The form of a login's value, and of its hash: 32 bytes in base64url. */
export const isLoginValue = (text: string): boolean => GENERATED.test(text);

export function loginsText(logins: readonly (readonly [hash: string, Login])[]): string {
  const at = (ms: number): string => new Date(ms).toISOString();
  const rows = logins.map(([hash, { openedAt, lastUsedAt }]) => ({
    hash,
    openedAt: at(openedAt),
    lastUsedAt: at(lastUsedAt),
  }));
  return `${JSON.stringify({ logins: rows }, null, 2)}\n`;
}

/** Parses the file of logins; null when it is not one. */
export function loginsFrom(text: string): readonly (readonly [hash: string, Login])[] | null {
  try {
    const { logins } = (JSON.parse(text) ?? {}) as { logins?: unknown };
    if (!Array.isArray(logins)) return null;
    const read = logins.map((row: unknown) => {
      const { hash, openedAt, lastUsedAt } = (row ?? {}) as Readonly<Record<string, unknown>>;
      return [String(hash), { openedAt: instant(openedAt), lastUsedAt: instant(lastUsedAt) }] as const;
    });
    const isWhole = ([hash, { openedAt, lastUsedAt }]: readonly [string, Login]): boolean =>
      isLoginValue(hash) && !Number.isNaN(openedAt) && !Number.isNaN(lastUsedAt);
    return read.every(isWhole) ? read : null;
  } catch {
    return null;
  }
}

const instant = (text: unknown): number => (typeof text === 'string' ? Date.parse(text) : Number.NaN);
