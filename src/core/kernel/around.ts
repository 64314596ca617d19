/** Under this key a wrapper exposes the port that it wraps. */
export const WRAPS = Symbol('wraps');

/**
 * A port with some of its members replaced. All other members, including later additions to the port, are the port's
 * own, so the wrapper cannot lose one. Wrappers with state of their own extend a base class instead (`ModelAround`).
 */
export function around<Port extends object>(port: Port, replaced: Partial<Port>): Port {
  const own = new Map<PropertyKey, unknown>();
  return new Proxy(port, {
    get: (_port, key) => {
      if (key === WRAPS) return port;
      if (Object.hasOwn(replaced, key)) return replaced[key as keyof Port];
      const member: unknown = port[key as keyof Port];
      if (typeof member !== 'function') return member;
      const known = own.get(key);
      if (known) return known;
      // Private fields belong to the port, so call its methods on it.
      const bound: unknown = member.bind(port);
      own.set(key, bound);
      return bound;
    },
  });
}
