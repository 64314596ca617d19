import { isJsonObject } from '../../kernel/json.ts';

/**
 * What a restore must not undo, kept in a file beside the databases: that people sign in here, and who may not. It
 * only ever takes rights away: whom it lists as disabled or removed is locked out, whatever the databases say.
 */
export interface Access {
  /** Everybody signs in, on every way in. */
  readonly signingIn: boolean;
  readonly disabled: readonly string[];
  readonly removed: readonly string[];
  /** The erasure of what is their own has begun: it is finished, whatever dies, and nothing works for them until then. */
  readonly erasing: readonly string[];
}

export const NOBODY_SIGNS_IN: Access = { signingIn: false, disabled: [], removed: [], erasing: [] };

export const accessText = (access: Access): string => `${JSON.stringify(access, null, 2)}\n`;

/** Null for what is none. */
export function accessFrom(text: string): Access | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return null;
    // An earlier version knew no `erasing`.
    const { signingIn, disabled, removed, erasing = [] } = value;
    if (typeof signingIn !== 'boolean' || !isIds(disabled) || !isIds(removed) || !isIds(erasing)) return null;
    return { signingIn, disabled, removed, erasing };
  } catch {
    return null;
  }
}

const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
