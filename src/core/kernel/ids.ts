/** Ids are UUIDv7 in lower case, opaque to clients; branded so that two kinds cannot be swapped. */
declare const brand: unique symbol;
type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type PersonId = Id<'person'>;
export type SessionId = Id<'session'>;
export type ThreadId = Id<'thread'>;
export type RunId = Id<'run'>;
export type ToolCallId = Id<'tool-call'>;
export type EntryId = Id<'entry'>;
export type PromptId = Id<'prompt'>;
export type AssistantId = Id<'assistant'>;
export type GrantId = Id<'grant'>;
export type QueuedTaskId = Id<'queued-task'>;
export type BatchId = Id<'batch'>;
/** Twelve characters, so that people can type their beginning. */
export type TaskId = Id<'task'>;
export type TriggerId = Id<'trigger'>;
export type WorkflowId = Id<'workflow'>;
export type WorkflowRunId = Id<'workflow-run'>;
export type NoticeId = Id<'notice'>;
export type DeletedFileId = Id<'deleted-file'>;
export type ArtifactId = Id<'artifact'>;
export type EntityId = Id<'entity'>;
export type RecordId = Id<'record'>;
export type FactId = Id<'fact'>;
export type RelationId = Id<'relation'>;
export type InteractionId = Id<'interaction'>;
export type DealId = Id<'deal'>;
/** The name of its record without the ending: `merge-<time>-<random>`. */
export type MergeId = Id<'merge'>;
/** The session that a host of the tool server knows; the session of the engine behind it may change. */
export type ToolSessionId = Id<'tool-session'>;

/** Clients may send upper case, which is normalised; a string that is not an id simply names nothing. */
export const personId = (text: string): PersonId => text.toLowerCase() as PersonId;
export const sessionId = (text: string): SessionId => text.toLowerCase() as SessionId;
export const threadId = (text: string): ThreadId => text.toLowerCase() as ThreadId;
export const runId = (text: string): RunId => text.toLowerCase() as RunId;
export const entryId = (text: string): EntryId => text.toLowerCase() as EntryId;
export const promptId = (text: string): PromptId => text.toLowerCase() as PromptId;
export const assistantId = (text: string): AssistantId => text.toLowerCase() as AssistantId;
export const grantId = (text: string): GrantId => text.toLowerCase() as GrantId;
export const batchId = (text: string): BatchId => text.toLowerCase() as BatchId;
export const taskId = (text: string): TaskId => text.toLowerCase() as TaskId;
export const triggerId = (text: string): TriggerId => text.toLowerCase() as TriggerId;
export const workflowId = (text: string): WorkflowId => text.toLowerCase() as WorkflowId;
export const workflowRunId = (text: string): WorkflowRunId => text.toLowerCase() as WorkflowRunId;
export const artifactId = (text: string): ArtifactId => text.toLowerCase() as ArtifactId;
export const entityId = (text: string): EntityId => text.toLowerCase() as EntityId;
export const recordId = (text: string): RecordId => text.toLowerCase() as RecordId;
export const factId = (text: string): FactId => text.toLowerCase() as FactId;
export const relationId = (text: string): RelationId => text.toLowerCase() as RelationId;
export const interactionId = (text: string): InteractionId => text.toLowerCase() as InteractionId;
export const dealId = (text: string): DealId => text.toLowerCase() as DealId;
export const mergeId = (text: string): MergeId => text as MergeId;
export const noticeId = (text: string): NoticeId => text.toLowerCase() as NoticeId;
export const deletedFileId = (text: string): DeletedFileId => text.toLowerCase() as DeletedFileId;
export const queuedTaskId = (text: string): QueuedTaskId => text.toLowerCase() as QueuedTaskId;
export const toolSessionId = (text: string): ToolSessionId => text.toLowerCase() as ToolSessionId;
/** In a stream, the provider's own id; from the loop on, ours. */
export const toolCallId = (text: string): ToolCallId => text as ToolCallId;

/** The random end of a new id: short enough to be typed, and alone among millions. */
export const shortId = (id: string): string => id.replaceAll('-', '').slice(-12);
