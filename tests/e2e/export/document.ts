import { readFileSync } from 'node:fs';

export interface Section {
  readonly count: number | null;
  readonly items: readonly Record<string, unknown>[];
}

export interface ExportDocument {
  readonly format: string;
  readonly exportedAt: string;
  readonly serviceVersion: string;
  readonly schemaVersions: Readonly<Record<string, number>>;
  readonly sectionNames: readonly string[];
  readonly sections: Readonly<Record<string, Section>>;
  readonly problems?: readonly { readonly section: string; readonly problem: string }[];
  readonly complete: boolean;
}

export const exportSchema = JSON.parse(
  readFileSync(new URL('../../../config/export.schema.json', import.meta.url), 'utf8'),
) as object;

/** The document of an engine. */
export async function exported(
  baseUrl: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<ExportDocument> {
  const answer = await fetch(`${baseUrl}/api/export${query}`, { headers });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as ExportDocument;
}

export const itemsOf = ({ sections }: ExportDocument, name: string): Section['items'] =>
  sections[name]?.items ?? [];
