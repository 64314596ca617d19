import { ContainerModule } from 'inversify';
import { agentToolBox } from '../../adapters/in/agent/tool-box.ts';
import { agentTools } from '../../contract/agent/tools.ts';
import { EngineStatus } from '../../core/engine/service.ts';
import { FileService } from '../../core/files/service.ts';
import { MemoryService } from '../../core/memory/service.ts';
import { RunService } from '../../core/runs/service.ts';
import type { Services } from '../../core/services.ts';
import { SessionService } from '../../core/sessions/service.ts';
import { ThreadService } from '../../core/threads/service.ts';
import { provide } from '../provide.ts';
import { t } from '../tokens.ts';

export interface EngineFacts {
  readonly version: string;
  readonly startedAt: number;
  readonly pid: number;
}

/** The parts list of the core. `services` is late on purpose: see agentToolBox. */
export const coreModule = (facts: EngineFacts, services: () => Services): ContainerModule =>
  new ContainerModule((options) => {
    provide(options, t.toolBox, {}, () => agentToolBox(agentTools, services));
    provide(
      options,
      t.runs,
      {
        journal: t.journal,
        sessions: t.sessionStore,
        threads: t.threadStore,
        runs: t.runStore,
        models: t.models,
        toolBox: t.toolBox,
        clock: t.clock,
        ids: t.ids,
        validator: t.validator,
        log: t.log,
      },
      (deps) => new RunService(deps),
    );
    provide(
      options,
      t.sessions,
      {
        journal: t.journal,
        sessions: t.sessionStore,
        threads: t.threadStore,
        runs: t.runs,
        models: t.models,
        ids: t.ids,
        clock: t.clock,
      },
      (deps) => new SessionService(deps),
    );
    provide(
      options,
      t.threads,
      { journal: t.journal, threads: t.threadStore, runs: t.runs, clock: t.clock },
      (deps) => new ThreadService(deps),
    );
    provide(options, t.files, { workspace: t.workspace }, (deps) => new FileService(deps));
    provide(
      options,
      t.memory,
      { store: t.memoryStore, clock: t.clock, ids: t.ids },
      (deps) => new MemoryService(deps),
    );
    provide(
      options,
      t.engine,
      { runs: t.runs, models: t.models },
      (deps) => new EngineStatus({ ...facts, ...deps }),
    );
    provide(
      options,
      t.services,
      {
        engine: t.engine,
        sessions: t.sessions,
        runs: t.runs,
        threads: t.threads,
        files: t.files,
        memory: t.memory,
      },
      (all): Services => all,
    );
  });
