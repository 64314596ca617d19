import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { draftOfForm, keepDraftOfForm } from './form-drafts.ts';

const all = new Map<string, unknown>();

/**
 * As `useSignal`, by a name: what was typed and not saved is still there when the person comes back to it, also over a
 * reload. Secrets are kept only until the page is closed, and nothing of them is on the disk.
 * @param secrets the fields that hold one
 */
export function useKept<Value>(
  name: string,
  first: Value,
  secrets: readonly (keyof Value & string)[],
): {
  readonly value: Signal<Value>;
  /** It was there from before. */
  readonly isBack: boolean;
  /** What it holds now is saved or given up: nothing is kept until it changes. */
  readonly forget: () => void;
} {
  const found = useRef<{ readonly typed: Value; readonly isBack: boolean } | null>(null);
  found.current ??= foundFor(name, first);
  const { typed, isBack } = found.current;
  const value = useSignal(typed);
  const unchanged = useRef(JSON.stringify(first));
  const drop = () => {
    all.delete(name);
    keepDraftOfForm(name, null);
  };
  useSignalEffect(() => {
    const now = value.value;
    if (JSON.stringify(now) === unchanged.current) drop();
    else {
      all.set(name, now);
      keepDraftOfForm(name, { [FIELD]: withoutSecrets(now, secrets) });
    }
  });
  const forget = () => {
    unchanged.current = JSON.stringify(value.peek());
    drop();
  };
  return { value, isBack, forget };
}

const FIELD = 'typed';

function foundFor<Value>(name: string, first: Value): { readonly typed: Value; readonly isBack: boolean } {
  if (all.has(name)) return { typed: all.get(name) as Value, isBack: true };
  const typed = likeFirst(draftOfForm(name)[FIELD], first);
  return { typed, isBack: JSON.stringify(typed) !== JSON.stringify(first) };
}

/** An address may hold a password, too: `https://me:password@host`. */
const HAS_PASSWORD = /\/\/[^/\s]*@/u;

/** What may be on the disk. */
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, held]) => !secrets.includes(name) && !(typeof held === 'string' && HAS_PASSWORD.test(held)),
    ),
  );
}

/** What an earlier page kept, as far as it is of the same form; otherwise `first`. */
export function likeFirst<Value>(kept: unknown, first: Value): Value {
  if (typeof first !== 'object' || first === null)
    return typeof kept === typeof first ? (kept as Value) : first;
  if (typeof kept !== 'object' || kept === null) return first;
  const known = first as Readonly<Record<string, unknown>>;
  const fields = Object.entries(kept).flatMap(([name, held]) => {
    if (Object.hasOwn(known, name)) return [[name, likeFirst<unknown>(held, known[name])] as const];
    return typeof held === 'string' || typeof held === 'boolean' ? [[name, held] as const] : [];
  });
  return { ...first, ...Object.fromEntries(fields) };
}
