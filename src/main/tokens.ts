import type { ServiceIdentifier } from 'inversify';
import type { ConfigService } from '../core/config/service.ts';
import type { ConfigFiles } from '../core/config/store.ts';
import type { EngineStatus } from '../core/engine/service.ts';
import type { FileService } from '../core/files/service.ts';
import type { Workspace } from '../core/files/workspace.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Ids } from '../core/ports/ids.ts';
import type { Journal } from '../core/ports/journal.ts';
import type { KnownSecrets, Log } from '../core/ports/log.ts';
import type { ModelGateway } from '../core/ports/model.ts';
import type { ToolBox } from '../core/ports/tools.ts';
import type { Validator } from '../core/ports/validator.ts';
import type { PromptService } from '../core/prompts/service.ts';
import type { PromptStore } from '../core/prompts/store.ts';
import type { RunService } from '../core/runs/service.ts';
import type { RunStore } from '../core/runs/store.ts';
import type { Services } from '../core/services.ts';
import type { SessionService } from '../core/sessions/service.ts';
import type { SessionStore } from '../core/sessions/store.ts';
import type { ThreadService } from '../core/threads/service.ts';
import type { ThreadStore } from '../core/threads/store.ts';

/** The type rides on the identifier, so that a wrong dependency does not compile. */
const token = <T>(name: string) => Symbol.for(`svc:${name}`) as ServiceIdentifier<T>;

export const t = {
  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  log: token<Log>('log'),
  knownSecrets: token<KnownSecrets>('known-secrets'),
  validator: token<Validator>('validator'),

  journal: token<Journal>('journal'),
  sessionStore: token<SessionStore>('session-store'),
  threadStore: token<ThreadStore>('thread-store'),
  runStore: token<RunStore>('run-store'),
  promptStore: token<PromptStore>('prompt-store'),
  workspace: token<Workspace>('workspace'),
  configFiles: token<ConfigFiles>('config-files'),

  models: token<ModelGateway>('models'),
  toolBox: token<ToolBox>('tool-box'),

  engine: token<EngineStatus>('engine'),
  sessions: token<SessionService>('sessions'),
  runs: token<RunService>('runs'),
  prompts: token<PromptService>('prompts'),
  threads: token<ThreadService>('threads'),
  files: token<FileService>('files'),
  config: token<ConfigService>('config'),
  services: token<Services>('services'),
};
