import { GIB, KIB, MIB } from '../../kernel/bytes.ts';
import { MINUTE_MS, SECOND_MS } from '../../kernel/durations.ts';

/** What a tool server may cost. Each of them is a stranger. */
export const toolServerLimits = {
  /** Tools of one server that are read. */
  tools: 128,
  /** One definition as its server sends it, and how deep it may nest. */
  definitionBytes: 64 * KIB,
  definitionDepth: 32,
  /** A tool's name as its server spells it. */
  toolNameChars: 300,
  /** Names and descriptions that models are told; providers refuse longer names. */
  offeredNameChars: 64,
  descriptionChars: 2_000,
  fieldDescriptionChars: 500,
  /** All descriptions and schemas of one server together, as models are told them. */
  offeredBytes: 128 * KIB,
  /** A cleaned schema as JSON, how deep it may nest, and how many schemas it may consist of. */
  schemaBytes: 16 * KIB,
  schemaDepth: 12,
  schemaNodes: 1_000,
  /** What is read and compared to bring the parts at the root of a schema together. */
  schemaMergedChars: MIB,
  /** A list of tools, and one message that brings a part of it. */
  listBytes: 8 * MIB,
  listMessageBytes: 4 * MIB,
  /** One message of a server. A longer one ends the connection. */
  messageBytes: 8 * MIB,
  /** Of a result: its parts that are read, and the text that the model is shown. */
  resultBlocks: 200,
  resultChars: 80_000,
  /** After a start in which nothing says when connections may begin. */
  startMs: 2 * SECOND_MS,
  /** From dialling to the list of its tools. */
  connectMs: 10 * SECOND_MS,
  /** The same of a program, which may have to be fetched from a registry first. */
  programMs: MINUTE_MS,
  /** Files that a program may have open, and the length of one that it writes. */
  programFiles: 4_096,
  programFileBytes: 8 * GIB,
  /** Processes of a program with what it has started, and how often that and its memory are looked at. */
  programProcesses: 512,
  programLookMs: SECOND_MS,
  /** One call, without the time in which it waits for an answer of the owner. */
  callMs: 5 * MINUTE_MS,
  /** How often those who follow a run are told how far a call is. */
  progressMs: 500,
  /** How long a login waits for the owner. */
  signInMs: 10 * MINUTE_MS,
  /** How long a call waits for a server that is being connected. */
  waitMs: 10 * SECOND_MS,
  /** Pauses before a server is tried again: the first one, doubled each time, and the longest. */
  firstRetryMs: SECOND_MS,
  longestRetryMs: 5 * MINUTE_MS,
  /** After a connection that lasted this long, the pauses begin with the first one again. */
  goodMs: MINUTE_MS,
  /** Before a changed list is read: the first pause, doubled while changes go on, and the longest. */
  listPauseMs: SECOND_MS,
  longestListPauseMs: MINUTE_MS,
  /** Forms that one call may show to the owner, their fields, and each text in them. */
  forms: 5,
  formFields: 15,
  /** How often the owner is asked again after an answer that does not fit. */
  formTries: 3,
  formChars: 1_000,
  /** What is kept of a server's own words about itself, and of the text of an error. */
  saidChars: 300,
  /** What a person is shown of the input of a call. */
  shownInputChars: 2_000,
} as const;

/**
 * Memory in bytes that a program may use with what it has started: half of the machine's, so that one which runs wild leaves
 * the other half to its owner.
 */
export const programMemory = (machineBytes: number): number => machineBytes / 2;
