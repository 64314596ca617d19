/** What a run failed with, after its answer has begun. */
export class RunFailed extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
