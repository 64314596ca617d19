import type { ServiceIdentifier } from 'inversify';
import type { RateWindows } from '../core/api-store/rate-windows.ts';
import type { ApiRegistry } from '../core/api-store/registry.ts';
import type { ApiStore } from '../core/api-store/service.ts';
import type { ApiFiles, RateStore } from '../core/api-store/store.ts';
import type { AuthService } from '../core/auth/service.ts';
import type { TokenFile } from '../core/auth/store.ts';
import type { ChangeTracker } from '../core/changesets/port.ts';
import type { ReturnedFiles } from '../core/changesets/port.ts';
import type { ChangesetService } from '../core/changesets/service.ts';
import type { ChangesetStore, CopyStore } from '../core/changesets/store.ts';
import type { ConfigService } from '../core/config/service.ts';
import type { ConfigFiles } from '../core/config/store.ts';
import type { KnownServers } from '../core/consent/port.ts';
import type { ConsentService } from '../core/consent/service.ts';
import type { GrantStore } from '../core/consent/store.ts';
import type { EngineStatus } from '../core/engine/service.ts';
import type { FileService } from '../core/files/service.ts';
import type { Workspace } from '../core/ports/workspace.ts';
import type { MemoryService } from '../core/memory/service.ts';
import type { MemoryStore } from '../core/memory/store.ts';
import type { DebugExport } from '../core/history/debug-export.ts';
import type { HistoryService } from '../core/history/service.ts';
import type { HistoryStore } from '../core/history/store.ts';
import type { Vitals } from '../core/metrics/port.ts';
import type { RunMeters } from '../core/metrics/run-meters.ts';
import type { MetricsService } from '../core/metrics/service.ts';
import type { WriteGate } from '../core/kernel/write-gate.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Crypto } from '../core/ports/crypto.ts';
import type { Ids } from '../core/ports/ids.ts';
import type { Journal } from '../core/ports/journal.ts';
import type { Change } from '../core/changes.ts';
import type { KnownSecrets, Log } from '../core/ports/log.ts';
import type { ModelGateway } from '../core/ports/model.ts';
import type { ToolBox } from '../core/ports/tools.ts';
import type { Validator } from '../core/ports/validator.ts';
import type { Web } from '../core/ports/web.ts';
import type { PromptService } from '../core/prompts/service.ts';
import type { PromptStore } from '../core/prompts/store.ts';
import type { RunService } from '../core/runs/service.ts';
import type { Spending } from '../core/runs/loop/spending.ts';
import type { RunStore } from '../core/runs/store.ts';
import type { SecretService } from '../core/secrets/service.ts';
import type { VaultKeyFile, VaultStore } from '../core/secrets/store.ts';
import type { Vault } from '../core/secrets/vault.ts';
import type { Services } from '../core/services.ts';
import type { SessionService } from '../core/sessions/service.ts';
import type { SessionStore } from '../core/sessions/store.ts';
import type { ByThread } from '../core/threads/by-thread.ts';
import type { ThreadService } from '../core/threads/service.ts';
import type { ThreadStore } from '../core/threads/store.ts';
import type { ApiGate } from '../core/web/port.ts';
import type { PageReader } from '../core/web/page.ts';
import type { SearchService } from '../core/web/search.ts';
import type { WebService } from '../core/web/service.ts';

/** The type rides on the identifier, so that a wrong dependency does not compile. */
const token = <T>(name: string) => Symbol.for(`svc:${name}`) as ServiceIdentifier<T>;

export const t = {
  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  log: token<Log>('log'),
  knownSecrets: token<KnownSecrets>('known-secrets'),
  validator: token<Validator>('validator'),
  vitals: token<Vitals>('vitals'),

  gate: token<WriteGate>('gate'),
  journal: token<Journal<Change>>('journal'),
  sessionStore: token<SessionStore>('session-store'),
  threadStore: token<ThreadStore>('thread-store'),
  runStore: token<RunStore>('run-store'),
  memoryStore: token<MemoryStore>('memory-store'),
  historyStore: token<HistoryStore>('history-store'),
  promptStore: token<PromptStore>('prompt-store'),
  changesetStore: token<ChangesetStore>('changeset-store'),
  copies: token<CopyStore>('copies'),
  changeTracker: token<ChangeTracker>('change-tracker'),
  returnedFiles: token<ReturnedFiles>('returned-files'),
  workspace: token<Workspace>('workspace'),
  configFiles: token<ConfigFiles>('config-files'),
  tokenFile: token<TokenFile>('token-file'),

  models: token<ModelGateway>('models'),
  spending: token<Spending>('spending'),
  toolBox: token<ToolBox>('tool-box'),
  meters: token<RunMeters>('meters'),

  web: token<Web>('web'),
  pageReader: token<PageReader>('page-reader'),
  apiGate: token<ApiGate>('api-gate'),
  apiFiles: token<ApiFiles>('api-files'),
  rateStore: token<RateStore>('rate-store'),
  rateWindows: token<RateWindows>('rate-windows'),
  apiRegistry: token<ApiRegistry>('api-registry'),
  apis: token<ApiStore>('apis'),
  webService: token<WebService>('web-service'),
  search: token<SearchService>('search'),

  engine: token<EngineStatus>('engine'),
  sessions: token<SessionService>('sessions'),
  runs: token<RunService>('runs'),
  prompts: token<PromptService>('prompts'),
  threads: token<ThreadService>('threads'),
  byThread: token<ByThread>('by-thread'),
  files: token<FileService>('files'),
  changesets: token<ChangesetService>('changesets'),
  config: token<ConfigService>('config'),
  memory: token<MemoryService>('memory'),
  history: token<HistoryService>('history'),
  debugExport: token<DebugExport>('debug-export'),
  auth: token<AuthService>('auth'),
  metrics: token<MetricsService>('metrics'),
  vaultStore: token<VaultStore>('vault-store'),
  vaultKeyFile: token<VaultKeyFile>('vault-key-file'),
  crypto: token<Crypto>('crypto'),
  vault: token<Vault>('vault'),
  secrets: token<SecretService>('secrets'),
  grantStore: token<GrantStore>('grant-store'),
  knownServers: token<KnownServers>('known-servers'),
  consents: token<ConsentService>('consents'),
  services: token<Services>('services'),
};
