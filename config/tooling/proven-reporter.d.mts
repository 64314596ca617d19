import type { Requirement } from '../../tests/spec/requirements/requirement.ts';

export interface Given {
  readonly entries?: readonly (readonly [string, Requirement])[];
  readonly cited?: ReadonlySet<string>;
  readonly args?: readonly string[];
  readonly tests?: 'all' | 'long' | 'quick';
  readonly say?: (line: string) => void;
}

export default class ProvenReporter {
  constructor(asked: object, given?: Given);
  onRunComplete(contexts: unknown, results: object): void;
  getLastError(): Error | undefined;
}
