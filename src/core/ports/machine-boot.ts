/** The present boot of the machine: between two of them what was not synced may have been lost. */
export interface MachineBoot {
  /** Differs between boots; for the store. */
  readonly id: string;
  /** Whether the machine has been up ever since a process wrote `id`. False if that is not known. */
  isSame(id: string): boolean;
}
