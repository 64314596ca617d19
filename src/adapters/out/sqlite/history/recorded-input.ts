import { isJsonObject, type JsonObject } from '../../../../core/kernel/json.ts';

/**
 * The arguments of a recorded call. A model's calls have an object, but an imported recording may have anything: such a
 * value is the only field, named "input", so that the run can be shown and compared.
 */
export function recordedInput(json: string): JsonObject {
  try {
    const input: unknown = JSON.parse(json);
    return isJsonObject(input) ? input : { input: input as JsonObject[string] };
  } catch {
    return { input: json };
  }
}
