import type { ModelGateway } from '../ports/model.ts';
import type { RunService } from '../runs/service.ts';
import { isRefusal } from '../kernel/refusal.ts';

export interface EngineStatusDeps {
  readonly version: string;
  readonly startedAt: number;
  readonly pid: number;
  readonly runs: RunService;
  readonly models: ModelGateway;
}

export interface EngineReport {
  readonly version: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly activeRuns: number;
  readonly model: { readonly id: string; readonly provider: string } | { readonly problem: string };
}

/** What the engine says of itself. */
export class EngineStatus {
  readonly #deps: EngineStatusDeps;

  constructor(deps: EngineStatusDeps) {
    this.#deps = deps;
  }

  get version(): string {
    return this.#deps.version;
  }

  /** Null while new work is taken, else why it is not. */
  notReady(): string | null {
    return this.#deps.runs.draining ? 'draining' : null;
  }

  async report(): Promise<EngineReport> {
    const { version, pid, startedAt, runs } = this.#deps;
    return { version, pid, startedAt, activeRuns: runs.liveCount, model: await this.#model() };
  }

  async #model(): Promise<EngineReport['model']> {
    try {
      const { id, provider } = await this.#deps.models.open(null);
      return { id, provider };
    } catch (error) {
      if (isRefusal(error)) return { problem: error.message };
      throw error;
    }
  }
}
