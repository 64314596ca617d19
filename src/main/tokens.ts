import type { UsableByService } from '../core/instance/usable-by/service.ts';
import type { RateWindows } from '../core/outside/api-store/rate-windows.ts';
import type { ApiRegistry } from '../core/outside/api-store/registry.ts';
import type { ApiStore } from '../core/outside/api-store/service.ts';
import type { ApiFiles, RateStore } from '../core/outside/api-store/store.ts';
import type { ApiGate } from '../core/outside/web/port.ts';
import { token } from './token.ts';
import type { ArtifactContents } from '../core/workspace/artifacts/port.ts';
import type { ArtifactService } from '../core/workspace/artifacts/service.ts';
import type { ArtifactStore } from '../core/workspace/artifacts/store.ts';
import type { AttachmentService } from '../core/workspace/attachments/service.ts';
import type { PeopleService } from '../core/trust/people/service.ts';
import type { AccessChanged } from '../core/trust/people/changed.ts';
import type { Ongoing } from '../core/kernel/ongoing.ts';
import type { AccessFile, PeopleStore } from '../core/trust/people/store.ts';
import type { HandoverService } from '../core/trust/handover/service.ts';
import type { HandoverStore } from '../core/trust/handover/store.ts';
import type { AllBelongings, WorkOf } from '../core/trust/removal/port.ts';
import type { Disabling } from '../core/trust/removal/disabling.ts';
import type { RemovalService } from '../core/trust/removal/service.ts';
import type { BelongingStore } from '../core/trust/removal/store.ts';
import type { InvitationService } from '../core/trust/sign-in/invitations.ts';
import type { OidcService } from '../core/trust/sign-in/oidc.ts';
import type { PasskeyService } from '../core/trust/sign-in/passkeys.ts';
import type {
  OidcProvider,
  PasskeyProtocol,
  SignInJournal,
  Time,
  Values,
} from '../core/trust/sign-in/port.ts';
import type { SignInService } from '../core/trust/sign-in/service.ts';
import type { SignInStore } from '../core/trust/sign-in/store.ts';
import type { OwnTokenService } from '../core/trust/sign-in/tokens.ts';
import type { Tries } from '../core/trust/sign-in/tries.ts';
import type { LoginService } from '../core/trust/auth/logins.ts';
import type { AuthService } from '../core/trust/auth/service.ts';
import type { LoginFile, TokenFile } from '../core/trust/auth/store.ts';
import type { InFlight } from '../core/conversation/background/in-flight.ts';
import type { RunningWork } from '../core/conversation/background/running.ts';
import type { StopService } from '../core/conversation/background/service.ts';
import type { BackupFolders, BackupWork, CatalogueFile, InstanceFile } from '../core/keeping/backups/port.ts';
import type { BackupArchives } from '../core/keeping/backups/archive-port.ts';
import type { ArchiveService } from '../core/keeping/backups/archive-service.ts';
import type { Catalogue } from '../core/keeping/backups/catalogue.ts';
import type { DrillService } from '../core/keeping/backups/drill-service.ts';
import type { OneOperation } from '../core/keeping/backups/one-operation.ts';
import type { Replacement } from '../core/keeping/backups/replacement.ts';
import type { RestoreOutcomes } from '../core/keeping/backups/restore-outcomes.ts';
import type { RestoreDisk, RestoresFile } from '../core/keeping/backups/restore-port.ts';
import type { RestoreSwap } from '../core/keeping/backups/restore-swap.ts';
import type { RestoreService } from '../core/keeping/backups/restore-service.ts';
import type { BackupService } from '../core/keeping/backups/service.ts';
import type { BatchService } from '../core/execution/batches/service.ts';
import type { BatchStore } from '../core/execution/batches/store.ts';
import type { BatchGateway } from '../core/ports/model-batches.ts';
import type { RevertedFiles } from '../core/workspace/changesets/port.ts';
import type { ChangeTracker, GivenFiles } from '../core/workspace/files/port.ts';
import type { ChangesetService } from '../core/workspace/changesets/service.ts';
import type { PartUndoing } from '../core/workspace/changesets/undoing-part.ts';
import type { ChangesetStore, CopyStore } from '../core/workspace/changesets/store.ts';
import type { Access } from '../core/outside/cloud-account/access.ts';
import type { Grants } from '../core/outside/cloud-account/grants.ts';
import type { OAuthClient } from '../core/outside/cloud-account/model.ts';
import type { CloudAccount, ControlPlane } from '../core/outside/cloud-account/port.ts';
import type { CloudAccountService } from '../core/outside/cloud-account/service.ts';
import type { CloudDocumentService } from '../core/workspace/cloud-files/document-service.ts';
import type { CloudDocuments, CloudFiles, CloudSheets } from '../core/workspace/cloud-files/port.ts';
import type { Reach } from '../core/workspace/cloud-files/reach.ts';
import type { CloudFileService } from '../core/workspace/cloud-files/service.ts';
import type { CloudSheetService } from '../core/workspace/cloud-files/sheet-service.ts';
import type { RecordCsv } from '../core/knowledge/collections/csv.ts';
import type { RecordEdits } from '../core/knowledge/collections/edits.ts';
import type { SubjectsForgotten } from '../core/knowledge/collections/forgetting.ts';
import type { RecordInserts } from '../core/knowledge/collections/inserts.ts';
import type { Subjects } from '../core/knowledge/collections/port.ts';
import type { ColumnOrders } from '../core/knowledge/collections/orders.ts';
import type { RecordQueries } from '../core/knowledge/collections/queries.ts';
import type { CollectionService, CollectionTurns } from '../core/knowledge/collections/service.ts';
import type { CollectionStore } from '../core/knowledge/collections/store.ts';
import type { ConfigService } from '../core/instance/config/service.ts';
import type { ConfigFiles } from '../core/instance/config/store.ts';
import type { KnownServers } from '../core/conversation/consent/port.ts';
import type { ConsentService } from '../core/conversation/consent/service.ts';
import type { GrantStore } from '../core/conversation/consent/store.ts';
import type { DealService } from '../core/knowledge/contacts/deal-service.ts';
import type { Forgetting } from '../core/knowledge/contacts/forgetting.ts';
import type { InteractionService } from '../core/knowledge/contacts/interaction-service.ts';
import type { ContactsCopy } from '../core/knowledge/contacts/importing.ts';
import type { Cards, ContactThreads } from '../core/knowledge/contacts/port.ts';
import type { ContactService } from '../core/knowledge/contacts/service.ts';
import type { ContactRows, ContactStores } from '../core/knowledge/contacts/store.ts';
import type { ContactTransfer } from '../core/knowledge/contacts/transfer.ts';
import type { Tables } from '../core/ports/tables.ts';
import type { Change, Services } from '../core/features.ts';
import type { Journal } from '../core/ports/journal.ts';
import type { MissingDatabases, Stores, Waiting } from './stores.ts';
import type { DeletedFileService } from '../core/workspace/deleted-files/service.ts';
import type { DeletedFileStore } from '../core/workspace/deleted-files/store.ts';
import type { DirectoryProblem, EngineStatus } from '../core/instance/engine/service.ts';
import type { DriveDownloads } from '../core/keeping/backups/drive/downloads.ts';
import type { Disconnecting } from '../core/keeping/backups/drive/disconnecting.ts';
import type { UploadLedger } from '../core/keeping/backups/drive/ledger.ts';
import type { Drive, RootFile, UploadsFile } from '../core/keeping/backups/drive/port.ts';
import type { RootFolder } from '../core/keeping/backups/drive/root-folder.ts';
import type { Uploads } from '../core/keeping/backups/drive/uploads.ts';
import type { DiskStoredFiles } from '../adapters/out/files/backup/disk-stored-files.ts';
import type { Erasing } from '../core/keeping/erasure/erasing.ts';
import type { ErasureDisk, Outside, StoresBefore } from '../core/keeping/erasure/port.ts';
import type { ErasureService } from '../core/keeping/erasure/service.ts';
import type { Expectations } from '../core/automation/expectations/service.ts';
import type { PlaceOfTool } from '../core/automation/permissions/model.ts';
import type { Expiry } from '../core/instance/expiry/service.ts';
import type { ClockFile } from '../core/instance/expiry/store.ts';
import type { DatabaseMoments, FileMoments } from '../core/keeping/export/port.ts';
import type { ImportService } from '../core/keeping/export/import-service.ts';
import type { ConversationExport } from '../core/keeping/conversations/service.ts';
import type { OwnErasureService } from '../core/keeping/erasure/own-service.ts';
import type { OwnExportService } from '../core/keeping/export/own-service.ts';
import type { ExportService } from '../core/keeping/export/service.ts';
import type { MemberRoom } from '../core/workspace/files/room.ts';
import type { HandedOverFiles } from '../core/workspace/files/handed-over.ts';
import type { Places } from '../core/workspace/files/places.ts';
import type { FilesOfPeople } from '../core/workspace/files/service.ts';
import type { Workspace } from '../core/ports/workspace.ts';
import type { FolderService } from '../core/conversation/folders/service.ts';
import type { FolderStore } from '../core/conversation/folders/store.ts';
import type { PastFiles } from '../core/keeping/past/port.ts';
import type { PastConversations } from '../core/keeping/past/service.ts';
import type { PastStore } from '../core/keeping/past/store.ts';
import type { FaceService } from '../core/execution/faces/service.ts';
import type { FaceStore } from '../core/execution/faces/store.ts';
import type { ForkService } from '../core/conversation/forks/service.ts';
import type { ForkStore } from '../core/conversation/forks/store.ts';
import type { Mentions } from '../core/knowledge/graph/mentions.ts';
import type { NewWords } from '../core/knowledge/graph/news.ts';
import type { ContactPoints } from '../core/knowledge/graph/port.ts';
import type { Graph } from '../core/knowledge/graph/graph.ts';
import type { GraphDeps } from '../core/knowledge/graph/service.ts';
import type { ForWhom } from '../core/trust/people/model.ts';
import type { GraphStores } from '../core/knowledge/graph/store.ts';
import type { Acquaintances } from '../core/knowledge/memory/port.ts';
import type { DebugExport } from '../core/execution/history/debug-export.ts';
import type { HistoryService } from '../core/execution/history/service.ts';
import type { HistoryStore } from '../core/execution/history/store.ts';
import type { EndsOfRuns } from '../core/execution/insights/ends.ts';
import type { Insights } from '../core/execution/insights/service.ts';
import type { ThreadNews } from '../core/execution/live/news.ts';
import type { LiveService } from '../core/execution/live/service.ts';
import type { MemoryService } from '../core/knowledge/memory/service.ts';
import type { MemoryStore } from '../core/knowledge/memory/store.ts';
import type { MergeRecords } from '../core/knowledge/merges/port.ts';
import type { MergesSeenBy } from '../core/knowledge/merges/seen-by.ts';
import type { MergeService } from '../core/knowledge/merges/service.ts';
import type { RunMeters } from '../core/execution/metrics/run-meters.ts';
import type { MetricsService } from '../core/execution/metrics/service.ts';
import type { Acceptances } from '../core/keeping/migration/acceptance.ts';
import type { MovedCopies } from '../core/keeping/migration/copying.ts';
import type { MigrationExport } from '../core/keeping/migration/export-service.ts';
import type { Handshakes } from '../core/keeping/migration/handshakes.ts';
import type { MigrationImport } from '../core/keeping/migration/import-service.ts';
import type {
  IncomingFiles,
  MigrationFile,
  OutgoingFiles,
  TargetLinks,
} from '../core/keeping/migration/port.ts';
import type { ModelService } from '../core/instance/models/service.ts';
import type { LearntWindows } from '../core/instance/models/windows.ts';
import type { AudioPrice } from '../core/instance/models/model.ts';
import type { LocalServer } from '../core/execution/providers/model.ts';
import type { ModelGateway, Price } from '../core/ports/model.ts';
import type { NoticeService } from '../core/automation/notices/service.ts';
import type { NoticeStore } from '../core/automation/notices/store.ts';
import type { WriteGate } from '../core/kernel/write-gate.ts';
import type { Vitals } from '../core/execution/metrics/port.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { LastingIds } from '../core/ports/ids.ts';
import type { KnownSecrets, Log, Masked, MaskedFor } from '../core/ports/log.ts';
import type { MachineBoot } from '../core/ports/machine-boot.ts';
import type { Validator } from '../core/ports/validator.ts';
import type { Says } from '../core/kernel/says.ts';
import type { Words } from '../core/ports/words.ts';
import type { Restarting } from '../core/ports/restarting.ts';
import type { BackupProcess } from './backup-process/client.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { DirectoryLock } from './directory-lock.ts';
import type { Renderers } from '../adapters/in/agent/model-text.ts';
import type { agentTools } from '../contract/agent/tools.ts';
import type { PromptService } from '../core/conversation/prompts/service.ts';
import type { PromptStore } from '../core/conversation/prompts/store.ts';
import type { ProviderService } from '../core/execution/providers/service.ts';
import type { QueueService } from '../core/execution/queue/service.ts';
import type { QueueStore } from '../core/execution/queue/store.ts';
import type { ReplayService } from '../core/execution/replays/service.ts';
import type { TimelineService } from '../core/execution/timelines/service.ts';
import type { AfterRun } from '../core/execution/runs/after-run.ts';
import type { AgentService } from '../core/execution/runs/agents/service.ts';
import type { CompactionService } from '../core/execution/runs/compaction/service.ts';
import type { EarlierResults } from '../core/execution/runs/earlier-results.ts';
import type { LiveRuns } from '../core/execution/runs/live-runs.ts';
import type { RunEnding } from '../core/execution/runs/ending.ts';
import type { RunExecutor } from '../core/execution/runs/executor.ts';
import type { Loop } from '../core/execution/runs/loop/loop.ts';
import type { TurnCaller } from '../core/execution/runs/loop/turn.ts';
import type { SideCalls } from '../core/execution/runs/side-call.ts';
import type { ToolBox } from '../core/execution/runs/port.ts';
import type { Purses, Spending, SpendingLimits } from '../core/execution/runs/loop/spending.ts';
import type { RunResults } from '../core/execution/runs/results.ts';
import type { Recordings } from '../core/execution/runs/replays/recording.ts';
import type { Resuming } from '../core/execution/runs/resume/resuming.ts';
import type { AssistantService } from '../core/conversation/assistants/service.ts';
import type { AssistantStore } from '../core/conversation/assistants/store.ts';
import type { RunService } from '../core/execution/runs/service.ts';
import type { ToolCosts } from '../core/execution/runs/tool-costs.ts';
import type { RunStore } from '../core/execution/runs/store.ts';
import type { Crypto } from '../core/ports/crypto.ts';
import type { NamedSecret, SecretService } from '../core/trust/secrets/service.ts';
import type { VaultKeyFile, VaultStore } from '../core/trust/secrets/store.ts';
import type { Vault } from '../core/trust/secrets/vault.ts';
import type { SessionService } from '../core/conversation/sessions/service.ts';
import type { SessionStore } from '../core/conversation/sessions/store.ts';
import type { SpeechProvider } from '../core/execution/speech/port.ts';
import type { SpeechService } from '../core/execution/speech/service.ts';
import type { TagService } from '../core/conversation/tags/service.ts';
import type { TagStore } from '../core/conversation/tags/store.ts';
import type { AgentWork } from '../core/automation/tasks/agent-work.ts';
import type { TaskService } from '../core/automation/tasks/service.ts';
import type { TaskStore } from '../core/automation/tasks/store.ts';
import type { FreshMessages } from '../core/conversation/thread-search/fresh-messages.ts';
import type { ThreadSearch } from '../core/conversation/thread-search/service.ts';
import type { ThreadSearchStore } from '../core/conversation/thread-search/store.ts';
import type { ByThread } from '../core/conversation/threads/by-thread.ts';
import type { ThreadHolds } from '../core/conversation/threads/holds.ts';
import type { ThreadService } from '../core/conversation/threads/service.ts';
import type { VersionService } from '../core/conversation/threads/version-service.ts';
import type { ThreadStore } from '../core/conversation/threads/store.ts';
import type { ToldMemories } from '../core/execution/history/told-memories.ts';
import type { ToldStore } from '../core/knowledge/told/store.ts';
import type { OutputFiles } from '../core/execution/tool-runs/output-files.ts';
import type { ToolRunPolls } from '../core/execution/tool-runs/polls.ts';
import type { RunFolders } from '../core/execution/tool-runs/port.ts';
import type { UntrackedRuns } from '../core/execution/tool-runs/untracked-runs.ts';
import type { ToolRunReplies } from '../core/execution/tool-runs/replies.ts';
import type { ToolServerSecret } from '../core/execution/tool-runs/secret.ts';
import type { ToolRunService } from '../core/execution/tool-runs/service.ts';
import type { ToolRunStore } from '../core/execution/tool-runs/store.ts';
import type { TrackedRuns } from '../core/execution/tool-runs/tracked-runs.ts';
import type { LoginStore, ToolServerClient } from '../core/execution/tool-servers/port.ts';
import type { ToolServerService } from '../core/execution/tool-servers/service.ts';
import type { ToolServerStore } from '../core/execution/tool-servers/store.ts';
import type { DueTimes } from '../core/automation/triggers/due-times.ts';
import type { Firing } from '../core/automation/triggers/firing.ts';
import type { RulesDeps } from '../core/automation/triggers/rules.ts';
import type { Scheduler } from '../core/automation/triggers/scheduler.ts';
import type { TriggerService } from '../core/automation/triggers/service.ts';
import type { Settling } from '../core/automation/triggers/settling.ts';
import type { TriggerStore } from '../core/automation/triggers/store.ts';
import type { Watching } from '../core/automation/triggers/watching.ts';
import type { UnreadService } from '../core/conversation/unread/service.ts';
import type { PageReader } from '../core/outside/web/page.ts';
import type { SearchService } from '../core/outside/web/search.ts';
import type { WebService } from '../core/outside/web/service.ts';
import type { JudgesAddresses, Web } from '../core/ports/web.ts';
import type { WorkflowExecutor } from '../core/automation/workflows/executor.ts';
import type { WorkflowDefinitions } from '../core/automation/workflows/definitions.ts';
import type { WorkflowNews } from '../core/automation/workflows/news.ts';
import type { WorkflowService } from '../core/automation/workflows/service.ts';
import type { WorkflowStore } from '../core/automation/workflows/store.ts';

export const apiTokens = {
  apiFiles: token<ApiFiles>('api-files'),
  rateStore: token<RateStore>('rate-store'),
  rateWindows: token<RateWindows>('rate-windows'),
  apiRegistry: token<ApiRegistry>('api-registry'),
  apiGate: token<ApiGate>('api-gate'),
  apis: token<ApiStore>('apis'),
};

export const artifactTokens = {
  artifactStore: token<ArtifactStore>('artifact-store'),
  artifactContents: token<ArtifactContents>('artifact-contents'),
  artifacts: token<ArtifactService>('artifacts'),
};

export const attachmentTokens = {
  attachments: token<AttachmentService>('attachments'),
};

export const usableTokens = {
  usableBy: token<UsableByService>('usable-by'),
};

export const peopleTokens = {
  peopleStore: token<PeopleStore>('people-store'),
  people: token<PeopleService>('people'),
  accessFile: token<AccessFile>('access-file'),
  accessChanged: token<AccessChanged>('access-changed'),
  ongoing: token<Ongoing>('ongoing'),
};

export const signInTokens = {
  signInStore: token<SignInStore>('sign-in-store'),
  signInJournal: token<SignInJournal>('sign-in-journal'),
  signInValues: token<Values>('sign-in-values'),
  signInTime: token<Time>('sign-in-time'),
  signIn: token<SignInService>('sign-in'),
  invitations: token<InvitationService>('invitations'),
  ownTokens: token<OwnTokenService>('own-tokens'),
  passkeyProtocol: token<PasskeyProtocol>('passkey-protocol'),
  passkeys: token<PasskeyService>('passkeys'),
  oidcProvider: token<() => OidcProvider | null>('oidc-provider'),
  oidc: token<OidcService>('oidc'),
  tries: token<Tries>('tries'),
};

export const handoverTokens = {
  handoverStore: token<HandoverStore>('handover-store'),
  handovers: token<HandoverService>('handovers'),
};

export const removalTokens = {
  belongingStore: token<BelongingStore>('belonging-store'),
  belongings: token<AllBelongings>('belongings'),
  workOf: token<WorkOf>('work-of'),
  disabling: token<Disabling>('disabling'),
  removal: token<RemovalService>('removal'),
  ownErasure: token<OwnErasureService>('own-erasure'),
};

export const authTokens = {
  tokenFile: token<TokenFile>('token-file'),
  auth: token<AuthService>('auth'),
  loginFile: token<LoginFile>('login-file'),
  logins: token<LoginService>('logins'),
};

export const backgroundTokens = {
  inFlight: token<InFlight>('in-flight'),
  running: token<RunningWork>('running'),
  stops: token<StopService>('stops'),
};

export const backupTokens = {
  operations: token<OneOperation>('backup-operations'),
  restoreDisk: token<RestoreDisk>('restore-disk'),
  restoresFile: token<RestoresFile>('restores-file'),
  restoreOutcomes: token<RestoreOutcomes>('restore-outcomes'),
  restoreSwap: token<RestoreSwap>('restore-swap'),
  backupFolders: token<BackupFolders>('backup-folders'),
  backupProcess: token<BackupProcess>('backup-process'),
  backupWork: token<BackupWork>('backup-work'),
  catalogueFile: token<CatalogueFile>('backup-catalogue-file'),
  catalogue: token<Catalogue>('backup-catalogue'),
  instanceFile: token<InstanceFile>('instance-file'),
  backups: token<BackupService>('backups'),
  replacement: token<Replacement>('replacement'),
  restores: token<RestoreService>('restores'),
  drills: token<DrillService>('drills'),
  archives: token<BackupArchives>('backup-archive-files'),
  backupArchives: token<ArchiveService>('backup-archives'),
};

export const batchTokens = {
  batchStore: token<BatchStore>('batch-store'),
  batchGateway: token<BatchGateway>('batch-gateway'),
  batches: token<BatchService>('batches'),
};

export const changesetTokens = {
  changesetStore: token<ChangesetStore>('changeset-store'),
  copies: token<CopyStore>('copies'),
  changeTracker: token<ChangeTracker>('change-tracker'),
  revertedFiles: token<RevertedFiles>('reverted-files'),
  changesets: token<ChangesetService>('changesets'),
  changedParts: token<PartUndoing>('changed-parts'),
};

export const cloudAccountTokens = {
  /** The way to the vendor's hosts, and to no other. */
  googleFetch: token<typeof fetch>('google-fetch'),
  /** The owner's client, now; null if there is none. */
  oauthClient: token<() => OAuthClient | null>('oauth-client'),
  vendorAccount: token<CloudAccount>('vendor-account'),
  controlPlane: token<{ readonly of: ControlPlane | null }>('control-plane'),
  grants: token<Grants>('cloud-grants'),
  cloudAccess: token<Access>('cloud-access'),
  cloudAccount: token<CloudAccountService>('cloud-account'),
};

export const cloudFileTokens = {
  vendorFiles: token<CloudFiles>('vendor-files'),
  vendorDocuments: token<CloudDocuments>('vendor-documents'),
  vendorSheets: token<CloudSheets>('vendor-sheets'),
  cloudReach: token<Reach>('cloud-reach'),
  cloudFiles: token<CloudFileService>('cloud-files'),
  cloudDocuments: token<CloudDocumentService>('cloud-documents'),
  cloudSheets: token<CloudSheetService>('cloud-sheets'),
};

export const collectionTokens = {
  collectionStore: token<CollectionStore>('collection-store'),
  collectionTurns: token<CollectionTurns>('collection-turns'),
  collectionSubjects: token<ForWhom<Subjects>>('collection-subjects'),
  collections: token<CollectionService>('collections'),
  columnOrders: token<ColumnOrders>('column-orders'),
  records: token<ForWhom<RecordQueries>>('records'),
  recordInserts: token<ForWhom<RecordInserts>>('record-inserts'),
  recordEdits: token<ForWhom<RecordEdits>>('record-edits'),
  subjectsForgotten: token<SubjectsForgotten>('subjects-forgotten'),
  recordCsv: token<ForWhom<RecordCsv>>('record-csv'),
};

export const configTokens = {
  configFiles: token<ConfigFiles>('config-files'),
  config: token<ConfigService>('config'),
};

export const consentTokens = {
  grantStore: token<GrantStore>('grant-store'),
  knownServers: token<KnownServers>('known-servers'),
  consents: token<ConsentService>('consents'),
};

export const contactTokens = {
  contactStores: token<ContactStores>('contact-stores'),
  contactRows: token<ContactRows>('contact-rows'),
  contactThreads: token<ContactThreads>('contact-threads'),
  forgetting: token<Forgetting>('contact-forgetting'),
  tables: token<Tables>('contact-tables'),
  cards: token<Cards>('contact-cards'),
  contacts: token<ForWhom<ContactService>>('contacts'),
  interactions: token<ForWhom<InteractionService>>('interactions'),
  deals: token<ForWhom<DealService>>('deals'),
  copied: token<ForWhom<() => Promise<ContactsCopy>>>('contacts-copied'),
  transfer: token<ForWhom<ContactTransfer>>('contact-transfer'),
};

export const databaseTokens = {
  databases: token<Stores>('databases'),
  journal: token<Journal<Change>>('journal'),
};

export const deletedFileTokens = {
  deletedFileStore: token<DeletedFileStore>('deleted-file-store'),
  deletedFiles: token<DeletedFileService>('deleted-files'),
};

export const directoryTokens = {
  directoryProblem: token<DirectoryProblem>('directory-problem'),
};

export const driveBackupTokens = {
  /** Each call once. */
  drive: token<Drive>('drive'),
  /** Calls that fail for a passing reason are made again. */
  patientDrive: token<Drive>('patient-drive'),
  rootFile: token<RootFile>('drive-root-file'),
  uploadsFile: token<UploadsFile>('uploads-file'),
  uploadLedger: token<UploadLedger>('upload-ledger'),
  rootFolder: token<RootFolder>('drive-root-folder'),
  storedFiles: token<DiskStoredFiles>('stored-backup-files'),
  uploads: token<Uploads>('uploads'),
  disconnecting: token<Disconnecting>('disconnecting'),
  driveDownloads: token<DriveDownloads>('drive-downloads'),
};

export const engineTokens = { engine: token<EngineStatus>('engine') };

export const erasureTokens = {
  erasureDisk: token<ErasureDisk>('erasure-disk'),
  storesBefore: token<StoresBefore>('stores-before'),
  erasedOutside: token<readonly Outside[]>('erased-outside'),
  erasing: token<Erasing>('erasing'),
  erasure: token<ErasureService>('erasure'),
};

export const expectationTokens = {
  expectations: token<Expectations>('expectations'),
  /** Where tools of tool servers are, as consents name places; null for a server that is not configured. */
  placeOfTool: token<PlaceOfTool>('place-of-tool'),
};

export const expiryTokens = {
  clockFile: token<ClockFile>('clock-file'),
  expiry: token<Expiry>('expiry'),
};

export const exportTokens = {
  databaseMoments: token<DatabaseMoments>('database-moments'),
  fileMoments: token<FileMoments>('file-moments'),
  conversationExports: token<ConversationExport>('conversation-exports'),
  imports: token<ImportService>('imports'),
  exports: token<ExportService>('exports'),
  ownExports: token<OwnExportService>('own-exports'),
};

export const fileTokens = {
  workspace: token<Workspace>('workspace'),
  files: token<FilesOfPeople>('files'),
  places: token<Places>('places'),
  handedOverFiles: token<HandedOverFiles>('handed-over-files'),
  room: token<MemberRoom>('member-room'),
};

export const folderTokens = {
  folderStore: token<FolderStore>('folder-store'),
  folders: token<FolderService>('folders'),
};

export const forkTokens = {
  forkStore: token<ForkStore>('fork-store'),
  forks: token<ForkService>('forks'),
};

export const graphTokens = {
  newWords: token<NewWords>('new-words'),
  acquaintances: token<ForWhom<Acquaintances>>('acquaintances'),
  mentions: token<Mentions>('mentions'),
  graphStores: token<GraphStores>('graph-stores'),
  contactPoints: token<ContactPoints>('contact-points'),
  graphDeps: token<GraphDeps>('graph-deps'),
  graph: token<Graph>('graph'),
};

export const historyTokens = {
  historyStore: token<HistoryStore>('history-store'),
  history: token<HistoryService>('history'),
  debugExport: token<DebugExport>('debug-export'),
};

export const insightTokens = {
  endsOfRuns: token<EndsOfRuns>('ends-of-runs'),
  insights: token<Insights>('insights'),
};

export const liveTokens = {
  threadNews: token<ThreadNews>('thread-news'),
  live: token<LiveService>('live'),
};

export const memoryTokens = {
  memoryStore: token<MemoryStore>('memory-store'),
  memory: token<MemoryService>('memory'),
};

export const mergeTokens = {
  mergeRecords: token<MergeRecords>('merge-records'),
  /** Rows of each kind that move in one transaction. */
  movedAtOnce: token<number>('moved-at-once'),
  merges: token<ForWhom<MergeService>>('merges'),
  mergesSeenBy: token<MergesSeenBy>('merges-seen-by'),
};

export const metricTokens = {
  meters: token<RunMeters>('meters'),
  metrics: token<MetricsService>('metrics'),
};

export const migrationTokens = {
  migrationFile: token<MigrationFile>('migration-file'),
  incoming: token<IncomingFiles & { readonly filesPath: string }>('migration-incoming'),
  outgoing: token<OutgoingFiles>('migration-outgoing'),
  /** Restores what has arrived. */
  arrivedRestores: token<RestoreService>('migration-restores'),
  acceptances: token<Acceptances>('migration-acceptances'),
  handshakes: token<Handshakes>('migration-handshakes'),
  movedCopies: token<MovedCopies>('migration-copies'),
  targetLinks: token<TargetLinks>('migration-links'),
  migrationImport: token<MigrationImport>('migration-import'),
  migrationExport: token<MigrationExport>('migration-export'),
};

/** Lets tests replace the addresses of providers that the configuration cannot change. */
export interface ModelReach {
  /** Replaces the host of the primary provider. */
  readonly primary?: string;
  /** The network; it may redirect the cloud platform's hosts. */
  readonly fetch?: typeof fetch;
  /** Replaces the usual addresses of servers on this machine. */
  readonly local?: readonly Omit<LocalServer, 'models'>[];
}

export const modelTokens = {
  modelService: token<ModelService>('model-service'),
  models: token<ModelGateway>('models'),
  learntWindows: token<LearntWindows>('learnt-windows'),
  /** Filled at the start, from `pricing.json`. */
  prices: token<Map<string, Price>>('prices'),
  /** The same for models that hear or speak. */
  audioPrices: token<Map<string, AudioPrice>>('audio-prices'),
  modelReach: token<ModelReach>('model-reach'),
};

export const noticeTokens = {
  noticeStore: token<NoticeStore>('notice-store'),
  notices: token<NoticeService>('notices'),
};

/** What a restore and an erasure need of the process. */
interface Restoring {
  /** Null where nothing can restart the engine. */
  readonly restart: Restarting | null;
  /** Why the engine could not start on restored files, which are taken back then; null if nothing is known. */
  readonly problem: Says | null;
}

export const processTokens = {
  /** Bound by the graph. */
  settings: token<Settings>('settings'),
  platform: token<Platform>('platform'),
  missingDatabases: token<MissingDatabases>('missing-databases'),
  waiting: token<{ readonly waiting: Waiting | null }>('waiting'),
  lock: token<DirectoryLock>('lock'),
  restoring: token<Restoring>('restoring'),
  services: token<Services>('services'),
  renderers: token<Renderers<(typeof agentTools)[number]>>('renderers'),

  clock: token<Clock>('clock'),
  ids: token<LastingIds>('ids'),
  log: token<Log>('log'),
  knownSecrets: token<KnownSecrets>('known-secrets'),
  validator: token<Validator>('validator'),
  words: token<Words>('words'),
  vitals: token<Vitals>('vitals'),
  boot: token<MachineBoot>('machine-boot'),
  gate: token<WriteGate>('gate'),
  /** The ports that this engine listens on; requests of the agent cannot reach them. */
  ownPorts: token<Set<number>>('trusted-ports'),
};

export const promptTokens = {
  promptStore: token<PromptStore>('prompt-store'),
  prompts: token<PromptService>('prompts'),
};

export const providerTokens = {
  providers: token<ProviderService>('providers'),
};

export const queueTokens = {
  queueStore: token<QueueStore>('queue-store'),
  queue: token<QueueService>('queue'),
};

export const replayTokens = {
  replays: token<ReplayService>('replays'),
  timelines: token<TimelineService>('timelines'),
};

export const runTokens = {
  runStore: token<RunStore>('run-store'),
  spending: token<Spending>('spending'),
  spendingLimits: token<() => SpendingLimits>('spending-limits'),
  purses: token<Purses>('purses'),
  toolBox: token<ToolBox>('tool-box'),
  /** The models for runs, with accounting of their calls. */
  runModels: token<ModelGateway>('run-models'),
  liveRuns: token<LiveRuns>('live-runs'),
  /** Masks the values of secrets in a text, for one person. */
  masked: token<Masked>('masked'),
  turnCaller: token<TurnCaller>('turn-caller'),
  loop: token<Loop>('loop'),
  sideCalls: token<SideCalls>('side-calls'),
  runEnding: token<RunEnding>('run-ending'),
  runExecutor: token<RunExecutor>('run-executor'),
  compactions: token<CompactionService>('compactions'),
  afterRun: token<AfterRun>('after-run'),
  agents: token<AgentService>('agents'),
  earlierResults: token<EarlierResults>('earlier-results'),
  toolCosts: token<ToolCosts>('tool-costs'),
  resuming: token<Resuming>('resuming'),
  recordings: token<Recordings>('recordings'),
  runs: token<RunService>('runs'),
  runResults: token<RunResults>('run-results'),
};

export const secretTokens = {
  /** The known values by the person they are masked for. */
  maskedFor: token<MaskedFor>('masked-for'),
  vaultStore: token<VaultStore>('vault-store'),
  vaultKeyFile: token<VaultKeyFile>('vault-key-file'),
  crypto: token<Crypto>('crypto'),
  vault: token<Vault>('vault'),
  secrets: token<SecretService>('secrets'),
  /** The secrets of the current configuration. */
  configuredSecrets: token<() => readonly NamedSecret[]>('configured-secrets'),
};

export const sessionTokens = {
  sessionStore: token<SessionStore>('session-store'),
  sessions: token<SessionService>('sessions'),
};

export const speechTokens = {
  speechProvider: token<SpeechProvider>('speech-provider'),
  speech: token<SpeechService>('speech'),
};

export const assistantTokens = {
  assistantStore: token<AssistantStore>('assistant-store'),
  assistants: token<AssistantService>('assistants'),
};

export const faceTokens = {
  faceStore: token<FaceStore>('face-store'),
  faces: token<FaceService>('faces'),
};

export const pastTokens = {
  pastStore: token<PastStore>('past-store'),
  pastFiles: token<PastFiles>('past-files'),
  pastConversations: token<PastConversations>('past-conversations'),
};

export const tagTokens = {
  tagStore: token<TagStore>('tag-store'),
  tags: token<TagService>('tags'),
};

export const taskTokens = {
  taskStore: token<TaskStore>('task-store'),
  agentWork: token<AgentWork>('agent-work'),
  tasks: token<TaskService>('tasks'),
};

export const threadSearchTokens = {
  threadSearchStore: token<ThreadSearchStore>('thread-search-store'),
  freshMessages: token<FreshMessages>('fresh-messages'),
  threadSearch: token<ThreadSearch>('thread-search'),
};

export const threadTokens = {
  threadStore: token<ThreadStore>('thread-store'),
  threadHolds: token<ThreadHolds>('thread-holds'),
  threads: token<ThreadService>('threads'),
  versions: token<VersionService>('thread-versions'),
  byThread: token<ByThread>('by-thread'),
};

export const toldTokens = {
  toldStore: token<ToldStore>('told-store'),
  told: token<ToldMemories>('told'),
};

export const toolRunTokens = {
  toolRunStore: token<ToolRunStore>('tool-run-store'),
  runFolders: token<RunFolders>('run-folders'),
  trackedRuns: token<TrackedRuns>('tracked-runs'),
  givenFiles: token<GivenFiles>('given-files'),
  untrackedRuns: token<UntrackedRuns>('untracked-runs'),
  toolRuns: token<ToolRunService>('tool-runs'),
  toolRunPolls: token<ToolRunPolls>('tool-run-polls'),
  toolRunReplies: token<ToolRunReplies>('tool-run-replies'),
  toolRunFiles: token<OutputFiles>('tool-run-files'),
  toolServerSecret: token<ToolServerSecret>('tool-server-secret'),
};

export const toolServerTokens = {
  toolServerStore: token<ToolServerStore>('tool-server-store'),
  toolServerLogins: token<LoginStore>('tool-server-logins'),
  toolServerClient: token<ToolServerClient>('tool-server-client'),
  toolServers: token<ToolServerService>('tool-servers'),
};

export const triggerTokens = {
  triggerStore: token<TriggerStore>('trigger-store'),
  /** Schedules, patterns and watched pages, and the rules that need them. */
  triggerRules: token<RulesDeps>('trigger-rules'),
  dueTimes: token<DueTimes>('due-times'),
  watching: token<Watching>('watching'),
  settling: token<Settling>('settling'),
  firing: token<Firing>('firing'),
  scheduler: token<Scheduler>('scheduler'),
  triggers: token<TriggerService>('triggers'),
};

export const unreadTokens = { unread: token<UnreadService>('unread') };

/** Lets tests replace the web. No setting leads here. */
export interface WebReach {
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly dial?: (address: string) => string;
  readonly fallbackUrl?: string;
}

export type MayBeLocal = (origin: string) => boolean;

export const webTokens = {
  web: token<Web>('web'),
  judge: token<JudgesAddresses>('judge-of-addresses'),
  webReach: token<WebReach>('web-reach'),
  pageReader: token<PageReader>('page-reader'),
  webService: token<WebService>('web-service'),
  search: token<SearchService>('search'),
  /** The local origins that the agent may reach: SVC_ALLOW_PRIVATE_HOSTS and private_hosts. */
  mayBeLocal: token<MayBeLocal>('may-be-local'),
};

export const workflowTokens = {
  workflowStore: token<WorkflowStore>('workflow-store'),
  workflowNews: token<WorkflowNews>('workflow-news'),
  workflowDefinitions: token<WorkflowDefinitions>('workflow-definitions'),
  executor: token<WorkflowExecutor>('carrying'),
  workflows: token<WorkflowService>('workflows'),
};
