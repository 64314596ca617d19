import { refuse } from './errors.ts';
import { apiLimits } from './limits.ts';
import { say } from './says.ts';

/** A document as JSON or YAML. @throws Refusal document_unreadable */
export async function parsedDocument(
  text: string,
  readYaml: (text: string) => Promise<unknown>,
): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    if (text.length > apiLimits.yamlChars)
      throw refuse.document_unreadable({}, say('api.document_long', { kb: apiLimits.yamlChars / 1024 }));
  }
  try {
    return await readYaml(text);
  } catch {
    throw refuse.document_unreadable();
  }
}
