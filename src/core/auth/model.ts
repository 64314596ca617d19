export interface AccessToken {
  readonly token: string;
  /** Null for one that was given by the environment: when it was made is not known. */
  readonly createdAt: number | null;
}

/** 32 random bytes in base64url, as they are generated. */
const GENERATED = /^[\w-]{43}$/u;

export const tokenText = ({ token, createdAt }: AccessToken): string =>
  `${JSON.stringify({ token, createdAt: new Date(createdAt ?? 0).toISOString() }, null, 2)}\n`;

/** What the text of a token file says; null when it is none. */
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
