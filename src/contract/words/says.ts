import type { TableProblems } from '../../core/ports/table-says.ts';
import type {
  ExportLostProblems,
  ExportProblems,
  UnusableReasons,
  ZipFaults,
} from '../../core/keeping/export/says.ts';
import type { PastProblems } from '../../core/keeping/past/says.ts';
import type { FaceProblems } from '../../core/execution/faces/says.ts';
import type { ToolRunProblems } from '../../core/execution/tool-runs/says.ts';
import type { ProviderProblems } from '../../core/execution/providers/says.ts';
import type { ModelFailures, ModelProblems } from '../../core/instance/models/says.ts';
import type { ExpiryProblems } from '../../core/instance/expiry/says.ts';
import type { ConfigProblems } from '../../core/instance/config/says.ts';
import type { ValueProblems } from '../../core/kernel/value-says.ts';
import type { DriveProblems } from '../../core/keeping/backups/drive/says.ts';
import type {
  ArchiveFaults,
  ArrivalProblems,
  BackupReminderProblems,
  BackupProblems,
} from '../../core/keeping/backups/says.ts';
import type { MigrationProblems } from '../../core/keeping/migration/says.ts';
import type { DirectoryProblems, StorageProblems } from '../../core/kernel/storage-says.ts';
import type { RequestProblems } from '../request-says.ts';
import type { SetupProblems } from '../setup-says.ts';
import type { AccountProblems } from '../../core/outside/cloud-account/says.ts';
import type { PromptProblems } from '../../core/conversation/prompts/says.ts';
import type { RemainsProblems, ErasureProblems } from '../../core/keeping/erasure/says.ts';
import type { WebProblems, WebSays } from '../../core/outside/web/says.ts';
import type { HandoverProblems, HandoverSays } from '../../core/trust/handover/says.ts';
import type { PersonProblems } from '../../core/trust/people/says.ts';
import type { SignInProblems, SignInSays } from '../../core/trust/sign-in/says.ts';
import type { PeopleProblems } from '../../core/kernel/people-says.ts';
import type { SecretProblems } from '../../core/trust/secrets/says.ts';
import type { ConsentProblems, ConsentSays } from '../../core/conversation/consent/says.ts';
import type { BatchProblems, BatchResults } from '../../core/execution/batches/says.ts';
import type { FileProblems, FileSays } from '../../core/workspace/files/says.ts';
import type { ChangesetProblems } from '../../core/workspace/changesets/says.ts';
import type { AttachmentProblems } from '../../core/workspace/attachments/says.ts';
import type { ArtifactProblems } from '../../core/workspace/artifacts/says.ts';
import type { DeletedFileProblems } from '../../core/workspace/deleted-files/says.ts';
import type { SpeechFailures, SpeechProblems } from '../../core/execution/speech/says.ts';
import type { QueueProblems } from '../../core/execution/queue/says.ts';
import type { HistoryProblems } from '../../core/execution/history/says.ts';
import type { BackgroundProblems } from '../../core/conversation/background/says.ts';
import type { FolderProblems } from '../../core/conversation/folders/says.ts';
import type { AssistantProblems } from '../../core/conversation/assistants/says.ts';
import type { TagProblems } from '../../core/conversation/tags/says.ts';
import type { ThreadProblems } from '../../core/conversation/threads/says.ts';
import type { SessionProblems } from '../../core/conversation/sessions/says.ts';
import type {
  TriggerReminderProblems,
  TriggerProblems,
  ScheduleSays,
  TriggerSays,
} from '../../core/automation/triggers/says.ts';
import type { WorkflowProblems, WorkflowSays } from '../../core/automation/workflows/says.ts';
import type { ExpectationProblems, ExpectationSays } from '../../core/automation/expectations/says.ts';
import type { PermissionProblems, PermissionSays } from '../../core/automation/permissions/says.ts';
import type { TaskProblems, TaskSays } from '../../core/automation/tasks/says.ts';
import type { NoticeReminderProblems, NoticeProblems } from '../../core/automation/notices/says.ts';
import type {
  CollectionWarningProblems,
  CollectionProblems,
  CollectionSays,
} from '../../core/knowledge/collections/says.ts';
import type { ContactProblems } from '../../core/knowledge/contacts/says.ts';
import type { GraphProblems } from '../../core/knowledge/graph/says.ts';
import type { MergeProblems, MergeSays } from '../../core/knowledge/merges/says.ts';
import type { MemoryProblems } from '../../core/knowledge/memory/says.ts';
import type { ApiProblems, ApiSays } from '../../core/outside/api-store/says.ts';
import type { BackupSays, ManifestSays, RestoreSays } from '../../core/keeping/backups/says.ts';
import type { CloudFileProblems, CloudFileSays } from '../../core/workspace/cloud-files/says.ts';
import type { Says } from '../../core/kernel/says.ts';
import type { InsightSays } from '../../core/execution/insights/says.ts';
import type {
  RunEndSays,
  RunNoteSays,
  RunProblems,
  RunSays,
  SideCallSays,
} from '../../core/execution/runs/says.ts';
import type { TaskEndSays } from '../../core/automation/tasks/says.ts';
import type { FormSays, ToolServerProblems, ToolServerSays } from '../../core/execution/tool-servers/says.ts';
import type { OutcomeSays } from '../../core/automation/triggers/says.ts';
import type { NoticeSays } from '../../core/automation/notices/says.ts';
import type { WorkflowEndSays } from '../../core/automation/workflows/says.ts';

export type { Says };

/** Why something is refused, or did not come about, and notes on it. */
export interface AllProblems
  extends
    PromptProblems,
    ErasureProblems,
    WebProblems,
    PeopleProblems,
    PersonProblems,
    HandoverProblems,
    SignInProblems,
    SecretProblems,
    ConsentProblems,
    BatchProblems,
    FileProblems,
    ChangesetProblems,
    AttachmentProblems,
    ArtifactProblems,
    DeletedFileProblems,
    SpeechProblems,
    QueueProblems,
    HistoryProblems,
    BackgroundProblems,
    FolderProblems,
    AssistantProblems,
    TagProblems,
    ThreadProblems,
    SessionProblems,
    MemoryProblems,
    MergeProblems,
    GraphProblems,
    ContactProblems,
    CollectionProblems,
    NoticeProblems,
    TaskProblems,
    PermissionProblems,
    ExpectationProblems,
    WorkflowProblems,
    AccountProblems,
    RequestProblems,
    SetupProblems,
    StorageProblems,
    MigrationProblems,
    BackupProblems,
    DriveProblems,
    CloudFileProblems,
    ValueProblems,
    ConfigProblems,
    ApiProblems,
    ToolServerProblems,
    NoticeReminderProblems,
    TriggerReminderProblems,
    BackupReminderProblems,
    ExpiryProblems,
    DirectoryProblems,
    ModelProblems,
    ProviderProblems,
    RunProblems,
    FaceProblems,
    PastProblems,
    ToolRunProblems,
    ExportProblems,
    RemainsProblems,
    TableProblems,
    BatchResults,
    FormSays,
    ModelFailures,
    RunEndSays,
    RunNoteSays,
    SideCallSays,
    SpeechFailures,
    CollectionWarningProblems,
    ExportLostProblems,
    UnusableReasons,
    ZipFaults,
    ArchiveFaults,
    ArrivalProblems,
    TriggerProblems {}

/** Everything that the engine says as data. */
export interface AllSays
  extends
    AllProblems,
    ApiSays,
    BackupSays,
    CloudFileSays,
    CollectionSays,
    ConsentSays,
    ExpectationSays,
    FileSays,
    InsightSays,
    MergeSays,
    PermissionSays,
    ManifestSays,
    NoticeSays,
    OutcomeSays,
    RestoreSays,
    RunSays,
    ScheduleSays,
    SignInSays,
    HandoverSays,
    TaskEndSays,
    TaskSays,
    ToolServerSays,
    TriggerSays,
    WebSays,
    WorkflowEndSays,
    WorkflowSays {
  /** A sentence that is not facts yet. */
  text: { text: string };
}

/** Words of one sentence, or of several that follow each other. */
export type Tell = (says: Says | readonly Says[]) => string;

/** A language's words for a room: for each of its codes a function, which puts all of its facts into words, or a text. */
export type Words<Map> = {
  readonly [Code in keyof Map]:
    | ((facts: Map[Code], tell: Tell) => string)
    | (Record<never, never> extends Map[Code] ? string : never);
};
