/** The current boot of the machine. What was not synced may be lost when the machine reboots. */
export interface MachineBoot {
  /** Differs between boots; stored with each run. */
  readonly id: string;
  /** Whether the machine has stayed up since a process wrote `id`. False if unknown. */
  isSame(id: string): boolean;
}
