import { ContainerModule } from 'inversify';
import { agentToolBox } from '../../adapters/in/agent/tool-box.ts';
import { agentTools } from '../../contract/agent/tools.ts';
import { ConfigService } from '../../core/config/service.ts';
import { EngineStatus } from '../../core/engine/service.ts';
import { FileService } from '../../core/files/service.ts';
import { PromptService } from '../../core/prompts/service.ts';
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
  /** The variables that set keys of the configuration. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The parts list of the core. `services` is late on purpose: see agentToolBox. */
export const coreModule = (
  { environment, ...facts }: EngineFacts,
  services: () => Services,
): ContainerModule =>
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
        prompts: t.promptStore,
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
      t.prompts,
      {
        journal: t.journal,
        prompts: t.promptStore,
        sessions: t.sessionStore,
        ids: t.ids,
        clock: t.clock,
        log: t.log,
      },
      (deps) => new PromptService(deps),
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
    provide(
      options,
      t.config,
      {
        files: t.configFiles,
        validator: t.validator,
        knownSecrets: t.knownSecrets,
        clock: t.clock,
        log: t.log,
      },
      (deps) => new ConfigService({ ...deps, environment }),
    );
    provide(options, t.files, { workspace: t.workspace }, (deps) => new FileService(deps));
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
        prompts: t.prompts,
        threads: t.threads,
        files: t.files,
        config: t.config,
      },
      (all): Services => all,
    );
  });
