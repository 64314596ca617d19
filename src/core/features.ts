import type { ApiStoreChange } from './outside/api-store/store.ts';
import type { ModelChange } from './instance/models/windows.ts';
import type { ApiStore } from './outside/api-store/service.ts';
import type { AttachmentService } from './workspace/attachments/service.ts';
import type { AccessChanged } from './trust/people/changed.ts';
import type { HandoverService } from './trust/handover/service.ts';
import type { HandoverChange } from './trust/handover/store.ts';
import type { Disabling } from './trust/removal/disabling.ts';
import type { RemovalService } from './trust/removal/service.ts';
import type { BelongingChange } from './trust/removal/store.ts';
import type { InvitationService } from './trust/sign-in/invitations.ts';
import type { SignInService } from './trust/sign-in/service.ts';
import type { SignInChange } from './trust/sign-in/store.ts';
import type { OidcService } from './trust/sign-in/oidc.ts';
import type { PasskeyService } from './trust/sign-in/passkeys.ts';
import type { OwnTokenService } from './trust/sign-in/tokens.ts';
import type { Tries } from './trust/sign-in/tries.ts';
import type { LoginService } from './trust/auth/logins.ts';
import type { PeopleChange } from './trust/people/store.ts';
import type { PeopleService } from './trust/people/service.ts';
import type { AuthService } from './trust/auth/service.ts';
import type { ChangesetChange } from './workspace/changesets/store.ts';
import type { ChangesetService } from './workspace/changesets/service.ts';
import type { PartUndoing } from './workspace/changesets/undoing-part.ts';
import type { DeletedFileChange } from './workspace/deleted-files/store.ts';
import type { DeletedFileService } from './workspace/deleted-files/service.ts';
import type { RunningWork } from './conversation/background/running.ts';
import type { StopService } from './conversation/background/service.ts';
import type { BatchChange } from './execution/batches/store.ts';
import type { BatchService } from './execution/batches/service.ts';
import type { ArtifactChange } from './workspace/artifacts/store.ts';
import type { ArtifactService } from './workspace/artifacts/service.ts';
import type { ArchiveService } from './keeping/backups/archive-service.ts';
import type { DriveDownloads } from './keeping/backups/drive/downloads.ts';
import type { Disconnecting } from './keeping/backups/drive/disconnecting.ts';
import type { Uploads } from './keeping/backups/drive/uploads.ts';
import type { DrillService } from './keeping/backups/drill-service.ts';
import type { RestoreService } from './keeping/backups/restore-service.ts';
import type { BackupService } from './keeping/backups/service.ts';
import type { CloudAccountService } from './outside/cloud-account/service.ts';
import type { CloudDocumentService } from './workspace/cloud-files/document-service.ts';
import type { CloudFileService } from './workspace/cloud-files/service.ts';
import type { CloudSheetService } from './workspace/cloud-files/sheet-service.ts';
import type { CollectionChange, OrderChange } from './knowledge/collections/store.ts';
import type { RecordCsv } from './knowledge/collections/csv.ts';
import type { RecordEdits } from './knowledge/collections/edits.ts';
import type { RecordInserts } from './knowledge/collections/inserts.ts';
import type { RecordQueries } from './knowledge/collections/queries.ts';
import type { CollectionService } from './knowledge/collections/service.ts';
import type { ConfigService } from './instance/config/service.ts';
import type { ConsentChange } from './conversation/consent/store.ts';
import type { ConsentService } from './conversation/consent/service.ts';
import type { EngineStatus } from './instance/engine/service.ts';
import type { ErasureService } from './keeping/erasure/service.ts';
import type { ImportService } from './keeping/export/import-service.ts';
import type { ConversationExport } from './keeping/conversations/service.ts';
import type { PastConversations } from './keeping/past/service.ts';
import type { PastChange } from './keeping/past/store.ts';
import type { OwnErasureService } from './keeping/erasure/own-service.ts';
import type { OwnExportService } from './keeping/export/own-service.ts';
import type { ExportService } from './keeping/export/service.ts';
import type { FilesOfPeople } from './workspace/files/service.ts';
import type { ContactChange } from './knowledge/contacts/store.ts';
import type { DealService } from './knowledge/contacts/deal-service.ts';
import type { InteractionService } from './knowledge/contacts/interaction-service.ts';
import type { ContactService } from './knowledge/contacts/service.ts';
import type { ContactTransfer } from './knowledge/contacts/transfer.ts';
import type { FaceChange } from './execution/faces/store.ts';
import type { FaceService } from './execution/faces/service.ts';
import type { FolderChange } from './conversation/folders/store.ts';
import type { FolderService } from './conversation/folders/service.ts';
import type { ForkChange } from './conversation/forks/store.ts';
import type { ForkService } from './conversation/forks/service.ts';
import type { GraphChange } from './knowledge/graph/store.ts';
import type { LinkChange } from './knowledge/graph/links.ts';
import type { ForWhom } from './trust/people/model.ts';
import type { GraphService } from './knowledge/graph/service.ts';
import type { DebugExport } from './execution/history/debug-export.ts';
import type { HistoryService } from './execution/history/service.ts';
import type { InsightChange, InsightSourceChange } from './execution/insights/store.ts';
import type { Insights } from './execution/insights/service.ts';
import type { LiveService } from './execution/live/service.ts';
import type { MergeLinksChange, MergeRowsChange } from './knowledge/merges/store.ts';
import type { MergesSeenBy } from './knowledge/merges/seen-by.ts';
import type { MigrationExport } from './keeping/migration/export-service.ts';
import type { MigrationImport } from './keeping/migration/import-service.ts';
import type { MemoryChange } from './knowledge/memory/store.ts';
import type { MemoryService } from './knowledge/memory/service.ts';
import type { MetricsService } from './execution/metrics/service.ts';
import type { NoticeChange } from './automation/notices/store.ts';
import type { NoticeService } from './automation/notices/service.ts';
import type { PromptChange } from './conversation/prompts/store.ts';
import type { PromptService } from './conversation/prompts/service.ts';
import type { QueueChange } from './execution/queue/store.ts';
import type { QueueService } from './execution/queue/service.ts';
import type { ReplayService } from './execution/replays/service.ts';
import type { AgentService } from './execution/runs/agents/service.ts';
import type { ProviderService } from './execution/providers/service.ts';
import type { RunChange } from './execution/runs/store.ts';
import type { CompactionService } from './execution/runs/compaction/service.ts';
import type { EarlierResults } from './execution/runs/earlier-results.ts';
import type { RunResults } from './execution/runs/results.ts';
import type { RunService } from './execution/runs/service.ts';
import type { ToolCosts } from './execution/runs/tool-costs.ts';
import type { VaultChange } from './trust/secrets/store.ts';
import type { UsableByService } from './instance/usable-by/service.ts';
import type { SecretService } from './trust/secrets/service.ts';
import type { Vault } from './trust/secrets/vault.ts';
import type { SessionChange } from './conversation/sessions/store.ts';
import type { SessionService } from './conversation/sessions/service.ts';
import type { ByThread } from './conversation/threads/by-thread.ts';
import type { AssistantChange } from './conversation/assistants/store.ts';
import type { AssistantService } from './conversation/assistants/service.ts';
import type { TagChange } from './conversation/tags/store.ts';
import type { SpeechService } from './execution/speech/service.ts';
import type { TagService } from './conversation/tags/service.ts';
import type { StepBegun } from './conversation/background/changes.ts';
import type { TaskChange } from './automation/tasks/store.ts';
import type { TaskService } from './automation/tasks/service.ts';
import type { WorkflowChange } from './automation/workflows/store.ts';
import type { WorkflowDefinitions } from './automation/workflows/definitions.ts';
import type { WorkflowService } from './automation/workflows/service.ts';
import type { ThreadSearchChange } from './conversation/thread-search/store.ts';
import type { ThreadSearch } from './conversation/thread-search/service.ts';
import type { ThreadChange } from './conversation/threads/store.ts';
import type { ThreadService } from './conversation/threads/service.ts';
import type { VersionService } from './conversation/threads/version-service.ts';
import type { TimelineService } from './execution/timelines/service.ts';
import type { ToldChange } from './knowledge/told/store.ts';
import type { ToldMemories } from './execution/history/told-memories.ts';
import type { ToolRunChange } from './execution/tool-runs/store.ts';
import type { OutputFiles } from './execution/tool-runs/output-files.ts';
import type { ToolRunPolls } from './execution/tool-runs/polls.ts';
import type { ToolRunReplies } from './execution/tool-runs/replies.ts';
import type { ToolServerSecret } from './execution/tool-runs/secret.ts';
import type { ToolRunService } from './execution/tool-runs/service.ts';
import type { ToolServerChange } from './execution/tool-servers/store.ts';
import type { ToolServerService } from './execution/tool-servers/service.ts';
import type { TriggerChange } from './automation/triggers/store.ts';
import type { TriggerService } from './automation/triggers/service.ts';
import type { UnreadChange } from './conversation/unread/changes.ts';
import type { UnreadService } from './conversation/unread/service.ts';
import type { SearchService } from './outside/web/search.ts';
import type { WebService } from './outside/web/service.ts';

// A feature adds its services and its changes here, and nowhere else in the core.

/** Everything that a surface may call. */
export interface Services {
  readonly apis: ApiStore;
  readonly engine: EngineStatus;
  readonly sessions: SessionService;
  readonly runs: RunService;
  readonly runResults: RunResults;
  readonly replays: ReplayService;
  readonly timelines: TimelineService;
  readonly compactions: CompactionService;
  readonly agents: AgentService;
  readonly earlierResults: EarlierResults;
  readonly toolCosts: ToolCosts;
  readonly assistants: AssistantService;
  readonly prompts: PromptService;
  readonly threads: ThreadService;
  readonly versions: VersionService;
  readonly byThread: ByThread;
  readonly files: FilesOfPeople;
  readonly deletedFiles: DeletedFileService;
  readonly attachments: AttachmentService;
  readonly changesets: ChangesetService;
  readonly changedParts: PartUndoing;
  readonly config: ConfigService;
  readonly memory: MemoryService;
  readonly told: ToldMemories;
  readonly graph: ForWhom<GraphService>;
  readonly merges: MergesSeenBy;
  readonly cloudAccount: CloudAccountService;
  readonly cloudFiles: CloudFileService;
  readonly cloudDocuments: CloudDocumentService;
  readonly cloudSheets: CloudSheetService;
  readonly conversationExports: ConversationExport;
  readonly exports: ExportService;
  readonly ownExports: OwnExportService;
  readonly imports: ImportService;
  readonly pastConversations: PastConversations;
  readonly uploads: Uploads;
  readonly disconnecting: Disconnecting;
  readonly driveBackups: DriveDownloads;
  readonly contacts: ForWhom<ContactService>;
  readonly interactions: ForWhom<InteractionService>;
  readonly deals: ForWhom<DealService>;
  readonly contactTransfer: ForWhom<ContactTransfer>;
  readonly history: HistoryService;
  readonly debugExport: DebugExport;
  readonly people: PeopleService;
  readonly auth: AuthService;
  readonly logins: LoginService;
  readonly signIn: SignInService;
  readonly invitations: InvitationService;
  readonly disabling: Disabling;
  readonly handovers: HandoverService;
  readonly removal: RemovalService;
  readonly ownErasure: OwnErasureService;
  readonly ownTokens: OwnTokenService;
  readonly passkeys: PasskeyService;
  readonly oidc: OidcService;
  readonly tries: Tries;
  readonly accessChanged: AccessChanged;
  readonly metrics: MetricsService;
  readonly web: WebService;
  readonly search: SearchService;
  readonly secrets: SecretService;
  readonly usableBy: UsableByService;
  readonly vault: Vault;
  readonly consents: ConsentService;
  readonly tags: TagService;
  readonly unread: UnreadService;
  readonly live: LiveService;
  readonly providers: ProviderService;
  readonly threadSearch: ThreadSearch;
  readonly insights: Insights;
  readonly folders: FolderService;
  readonly forks: ForkService;
  readonly faces: FaceService;
  readonly queue: QueueService;
  readonly toolRuns: ToolRunService;
  readonly toolRunPolls: ToolRunPolls;
  readonly toolRunReplies: ToolRunReplies;
  readonly toolRunFiles: OutputFiles;
  readonly toolServerSecret: ToolServerSecret;
  readonly batches: BatchService;
  readonly speech: SpeechService;
  readonly toolServers: ToolServerService;
  readonly artifacts: ArtifactService;
  readonly notices: NoticeService;
  readonly tasks: TaskService;
  readonly running: RunningWork;
  readonly stops: StopService;
  readonly triggers: TriggerService;
  readonly workflows: WorkflowService;
  readonly workflowDefinitions: WorkflowDefinitions;
  readonly collections: CollectionService;
  readonly records: ForWhom<RecordQueries>;
  readonly recordInserts: ForWhom<RecordInserts>;
  readonly recordEdits: ForWhom<RecordEdits>;
  readonly recordCsv: ForWhom<RecordCsv>;
  readonly backups: BackupService;
  readonly restores: RestoreService;
  readonly drills: DrillService;
  readonly migrationImport: MigrationImport;
  readonly migrationExport: MigrationExport;
  readonly backupArchives: ArchiveService;
  readonly erasure: ErasureService;
}

/** Every change that a feature can make to stored state. */
export type Change =
  | ThreadChange
  | ToolServerChange
  | SessionChange
  | RunChange
  | PromptChange
  | ChangesetChange
  | DeletedFileChange
  | ApiStoreChange
  | ModelChange
  | ConsentChange
  | MemoryChange
  | ToldChange
  | GraphChange
  | LinkChange
  | MergeLinksChange
  | ContactChange
  | MergeRowsChange
  | CollectionChange
  | OrderChange
  | VaultChange
  | AssistantChange
  | FaceChange
  | PastChange
  | TagChange
  | UnreadChange
  | ThreadSearchChange
  | FolderChange
  | ForkChange
  | QueueChange
  | BatchChange
  | ToolRunChange
  | TriggerChange
  | NoticeChange
  | PeopleChange
  | SignInChange
  | BelongingChange
  | HandoverChange
  | ArtifactChange
  | InsightChange
  | InsightSourceChange
  | TaskChange
  | WorkflowChange
  | StepBegun;
