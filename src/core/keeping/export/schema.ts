import type { JsonObject } from '../../kernel/json.ts';
import {
  EXPORT_FORMAT,
  EXPORT_FORMAT_VERSION,
  OWN_FILE_SECTIONS,
  OWN_SECRETS,
  type FileSection,
} from './model.ts';

const text = { type: 'string' } as const;
const size = { type: 'integer', minimum: 0 } as const;

const item = (description: string, properties: JsonObject, optional: readonly string[] = []): JsonObject => ({
  description,
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const PARSED = { name: text, content: {}, text: { ...text, description: 'Where it is no JSON' } };

const ofFiles: { readonly [Name in FileSection]: JsonObject } = {
  config: { description: 'the settings, with placeholders for secrets', type: 'object' },
  apiProfiles: item('profiles of APIs', PARSED, ['content', 'text']),
  mergeRecords: item('how entries were merged', PARSED, ['content', 'text']),
  artifactContents: item(
    'contents of artifacts, named by artifactVersions',
    { contentHash: text, sizeBytes: size, content: text, file: { ...text, description: 'In the zip' } },
    ['content', 'file'],
  ),
  changesetCopies: item(
    'earlier contents of files whose changes wait for review, and deleted files, named by changedFiles and deletedFiles',
    { copyId: text, sizeBytes: size, contentBase64: text, file: { ...text, description: 'In the zip' } },
    ['contentBase64', 'file'],
  ),
  workspaceFiles: item('the folder of the agent; the contents are in the zip', {
    path: text,
    kind: { enum: ['file', 'folder'] },
    sizeBytes: size,
    mode: { type: ['integer', 'null'] },
    modifiedAt: { type: ['string', 'null'] },
  }),
  skippedFiles: item('files of it that an export cannot have', { path: text, reason: text }),
};

/** The JSON Schema of the document, from those of the sections of the databases. */
export const documentSchema = (ofDatabases: Readonly<Record<string, JsonObject>>): JsonObject =>
  schemaWith({ ...ofDatabases, ...ofFiles }, 'Everything that svc held for its owner');

/** The same of what is somebody's own. */
export function ownDocumentSchema(ofDatabases: Readonly<Record<string, JsonObject>>): JsonObject {
  const secrets = item('names of your secrets; their values are not in the export', {
    name: text,
    updatedAt: { type: ['string', 'null'] },
  });
  const files = Object.fromEntries(OWN_FILE_SECTIONS.map((name) => [name, ofFiles[name]]));
  return schemaWith({ ...ofDatabases, [OWN_SECRETS]: secrets, ...files }, 'What svc held of one person');
}

function schemaWith(all: Readonly<Record<string, JsonObject>>, what: string): JsonObject {
  const sections = Object.entries(all).map(([name, items]) => [
    name,
    {
      type: 'object',
      properties: {
        count: { type: ['integer', 'null'], description: 'Null where it could not be counted' },
        items: { type: 'array', items },
      },
      required: ['count', 'items'],
      additionalProperties: false,
    },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Export of svc',
    description: `${what}, of one moment. Times are in UTC with milliseconds. Items refer to each other by ids.`,
    type: 'object',
    properties: {
      format: { const: EXPORT_FORMAT },
      formatVersion: { const: EXPORT_FORMAT_VERSION },
      exportedAt: text,
      serviceVersion: text,
      schemaVersions: {
        description: 'The version of each database',
        type: 'object',
        additionalProperties: { type: 'integer' },
      },
      sectionNames: {
        description: 'All that there are, also where only some were asked for',
        type: 'array',
        items: text,
      },
      sections: {
        type: 'object',
        properties: Object.fromEntries(sections) as JsonObject,
        additionalProperties: false,
      },
      problems: {
        description: 'What is missing',
        type: 'array',
        items: item('', { section: text, problem: text }),
      },
      complete: { type: 'boolean', description: 'The last field: without it the document was cut off' },
    },
    required: [
      'format',
      'formatVersion',
      'exportedAt',
      'serviceVersion',
      'schemaVersions',
      'sectionNames',
      'sections',
      'complete',
    ],
    additionalProperties: false,
  };
}
