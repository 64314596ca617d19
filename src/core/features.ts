import type { ApiStoreChange } from './api-store/changes.ts';
import type { ModelChange } from './models/windows.ts';
import type { ApiStore } from './api-store/service.ts';
import type { AttachmentService } from './attachments/service.ts';
import type { LoginService } from './auth/logins.ts';
import type { AuthService } from './auth/service.ts';
import type { ChangesetChange } from './changesets/changes.ts';
import type { ChangesetService } from './changesets/service.ts';
import type { DeletedFileChange } from './deleted-files/changes.ts';
import type { DeletedFileService } from './deleted-files/service.ts';
import type { RunningWork } from './background/running.ts';
import type { StopService } from './background/service.ts';
import type { BatchChange } from './batches/changes.ts';
import type { BatchService } from './batches/service.ts';
import type { ArtifactChange } from './artifacts/changes.ts';
import type { ArtifactService } from './artifacts/service.ts';
import type { ArchiveService } from './backups/archive-service.ts';
import type { ComingHome } from './backups/drive/coming-home.ts';
import type { Disconnecting } from './backups/drive/disconnecting.ts';
import type { Uploads } from './backups/drive/uploads.ts';
import type { DrillService } from './backups/drill-service.ts';
import type { RestoreService } from './backups/restore-service.ts';
import type { BackupService } from './backups/service.ts';
import type { CloudAccountService } from './cloud-account/service.ts';
import type { CloudDocumentService } from './cloud-files/document-service.ts';
import type { CloudFileService } from './cloud-files/service.ts';
import type { CloudSheetService } from './cloud-files/sheet-service.ts';
import type { CollectionChange, OrderChange } from './collections/changes.ts';
import type { RecordCsv } from './collections/csv.ts';
import type { RecordEdits } from './collections/edits.ts';
import type { RecordInserts } from './collections/inserts.ts';
import type { RecordQueries } from './collections/queries.ts';
import type { CollectionService } from './collections/service.ts';
import type { ConfigService } from './config/service.ts';
import type { ConsentChange } from './consent/changes.ts';
import type { ConsentService } from './consent/service.ts';
import type { EngineStatus } from './engine/service.ts';
import type { ErasureService } from './erasure/service.ts';
import type { ImportService } from './export/import-service.ts';
import type { ExportService } from './export/service.ts';
import type { FileService } from './files/service.ts';
import type { ContactChange } from './contacts/changes.ts';
import type { DealService } from './contacts/deal-service.ts';
import type { InteractionService } from './contacts/interaction-service.ts';
import type { ContactService } from './contacts/service.ts';
import type { ContactTransfer } from './contacts/transfer.ts';
import type { ForkChange } from './forks/changes.ts';
import type { ForkService } from './forks/service.ts';
import type { GraphChange } from './graph/changes.ts';
import type { LinkChange } from './graph/links.ts';
import type { GraphService } from './graph/service.ts';
import type { DebugExport } from './history/debug-export.ts';
import type { HistoryService } from './history/service.ts';
import type { InsightChange, InsightSourceChange } from './insights/changes.ts';
import type { Insights } from './insights/service.ts';
import type { LiveService } from './live/service.ts';
import type { MergeLinksChange, MergeRowsChange } from './merges/changes.ts';
import type { MergeService } from './merges/service.ts';
import type { MigrationExport } from './migration/export-service.ts';
import type { MigrationImport } from './migration/import-service.ts';
import type { MemoryChange } from './memory/changes.ts';
import type { MemoryService } from './memory/service.ts';
import type { MetricsService } from './metrics/service.ts';
import type { NoticeChange } from './notices/changes.ts';
import type { NoticeService } from './notices/service.ts';
import type { PromptChange } from './prompts/changes.ts';
import type { PromptService } from './prompts/service.ts';
import type { QueueChange } from './queue/changes.ts';
import type { QueueService } from './queue/service.ts';
import type { ReplayService } from './replays/service.ts';
import type { AgentService } from './runs/agents/service.ts';
import type { ProviderService } from './providers/service.ts';
import type { RunChange } from './runs/changes.ts';
import type { CompactionService } from './runs/compaction/service.ts';
import type { EarlierResults } from './runs/earlier-results.ts';
import type { RunResults } from './runs/results.ts';
import type { RunService } from './runs/service.ts';
import type { VaultChange } from './secrets/changes.ts';
import type { SecretService } from './secrets/service.ts';
import type { Vault } from './secrets/vault.ts';
import type { SessionChange } from './sessions/changes.ts';
import type { SessionService } from './sessions/service.ts';
import type { ByThread } from './threads/by-thread.ts';
import type { TagChange } from './tags/changes.ts';
import type { SpeechService } from './speech/service.ts';
import type { TagService } from './tags/service.ts';
import type { StepBegun } from './background/changes.ts';
import type { TaskChange } from './tasks/changes.ts';
import type { TaskService } from './tasks/service.ts';
import type { WorkflowChange } from './workflows/changes.ts';
import type { WorkflowDefinitions } from './workflows/definitions.ts';
import type { WorkflowService } from './workflows/service.ts';
import type { ThreadSearchChange } from './thread-search/changes.ts';
import type { ThreadSearch } from './thread-search/service.ts';
import type { ThreadChange } from './threads/changes.ts';
import type { ThreadService } from './threads/service.ts';
import type { TimelineService } from './timelines/service.ts';
import type { ToldChange } from './told/changes.ts';
import type { ToldMemories } from './history/told-memories.ts';
import type { ToolRunChange } from './tool-runs/changes.ts';
import type { OutputFiles } from './tool-runs/output-files.ts';
import type { ToolRunPolls } from './tool-runs/polls.ts';
import type { ToolRunReplies } from './tool-runs/replies.ts';
import type { ToolServerSecret } from './tool-runs/secret.ts';
import type { ToolRunService } from './tool-runs/service.ts';
import type { ToolServerChange } from './tool-servers/changes.ts';
import type { ToolServerService } from './tool-servers/service.ts';
import type { TriggerChange } from './triggers/changes.ts';
import type { TriggerService } from './triggers/service.ts';
import type { UnreadChange } from './unread/changes.ts';
import type { UnreadService } from './unread/service.ts';
import type { SearchService } from './web/search.ts';
import type { WebService } from './web/service.ts';

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
  readonly prompts: PromptService;
  readonly threads: ThreadService;
  readonly byThread: ByThread;
  readonly files: FileService;
  readonly deletedFiles: DeletedFileService;
  readonly attachments: AttachmentService;
  readonly changesets: ChangesetService;
  readonly config: ConfigService;
  readonly memory: MemoryService;
  readonly told: ToldMemories;
  readonly graph: GraphService;
  readonly merges: MergeService;
  readonly cloudAccount: CloudAccountService;
  readonly cloudFiles: CloudFileService;
  readonly cloudDocuments: CloudDocumentService;
  readonly cloudSheets: CloudSheetService;
  readonly exports: ExportService;
  readonly imports: ImportService;
  readonly uploads: Uploads;
  readonly disconnecting: Disconnecting;
  readonly driveBackups: ComingHome;
  readonly contacts: ContactService;
  readonly interactions: InteractionService;
  readonly deals: DealService;
  readonly contactTransfer: ContactTransfer;
  readonly history: HistoryService;
  readonly debugExport: DebugExport;
  readonly auth: AuthService;
  readonly logins: LoginService;
  readonly metrics: MetricsService;
  readonly web: WebService;
  readonly search: SearchService;
  readonly secrets: SecretService;
  readonly vault: Vault;
  readonly consents: ConsentService;
  readonly tags: TagService;
  readonly unread: UnreadService;
  readonly live: LiveService;
  readonly providers: ProviderService;
  readonly threadSearch: ThreadSearch;
  readonly insights: Insights;
  readonly forks: ForkService;
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
  readonly records: RecordQueries;
  readonly recordInserts: RecordInserts;
  readonly recordEdits: RecordEdits;
  readonly recordCsv: RecordCsv;
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
  | TagChange
  | UnreadChange
  | ThreadSearchChange
  | ForkChange
  | QueueChange
  | BatchChange
  | ToolRunChange
  | TriggerChange
  | NoticeChange
  | ArtifactChange
  | InsightChange
  | InsightSourceChange
  | TaskChange
  | WorkflowChange
  | StepBegun;
