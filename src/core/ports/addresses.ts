/** Where an address leads: `local` may be allowed by the operator, `never` cannot be allowed. */
export type Reach = 'public' | 'local' | 'never';

export interface HostAddress {
  readonly address: string;
  readonly reach: Reach;
  /** Whether this machine answers at it. */
  readonly isOwn: boolean;
}

/** What the names of hosts lead to. Decide by all addresses of a name, and connect to these alone. */
export interface Addresses {
  /** All addresses of a name, or of an address itself. None if the name is unknown, or not resolved in time. */
  of(host: string): Promise<readonly HostAddress[]>;
}
