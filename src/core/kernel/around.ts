/** Under this key whatever wraps a port shows what it wraps. */
export const WRAPS = Symbol('wraps');

/**
 * A port with some of its members replaced. Every other member, also one that the port gets later, is the port's own:
 * a wrapper made this way cannot lose one. A port whose wrapper keeps state has a base class instead (`ModelAround`).
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
      // Private fields are the port's: its methods have to be called on it.
      const bound: unknown = member.bind(port);
      own.set(key, bound);
      return bound;
    },
  });
}
