import { refuse } from './errors.ts';
import { apiLimits } from './limits.ts';

/** A document as JSON or YAML. @throws Refusal document_unreadable */
export async function parsedDocument(
  text: string,
  readYaml: (text: string) => Promise<unknown>,
): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    if (text.length > apiLimits.yamlChars)
      throw refuse.document_unreadable(
        {},
        `This is not JSON, and it is too long to read as YAML (more than ${apiLimits.yamlChars / 1024} kB). Look for the same document as JSON.`,
      );
  }
  try {
    return await readYaml(text);
  } catch {
    throw refuse.document_unreadable();
  }
}
