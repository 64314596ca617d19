import { ARTIFACT_TYPES } from '../../../../core/workspace/artifacts/model.ts';
import type { Expectation } from '../../../../core/automation/expectations/model.ts';
import type { Permissions } from '../../../../core/automation/permissions/model.ts';
import { FOR, type GivenInstructions } from '../../../../core/instance/instructions/model.ts';
import { switchLimits } from '../../../../core/instance/tool-switches/limits.ts';
import type { ToolSwitches } from '../../../../core/instance/tool-switches/model.ts';
import type { Usage } from '../../../../core/ports/model.ts';
import type { RunError } from '../../../../core/execution/runs/model.ts';
import type { Attachment } from '../../../../core/conversation/threads/model.ts';
import type { Parameters } from '../../../../core/automation/workflows/model.ts';
import type { Why } from '../../../../core/kernel/worded.ts';
import { says } from './question-shape.ts';
import {
  amount,
  among,
  anything,
  by,
  either,
  flag,
  list,
  members,
  number,
  orAbsent,
  record,
  text,
  type Shape,
  whole,
} from '../shape.ts';

/** Shapes of JSON that more than one part has. */

/** A server may count parts of tokens. */
export const usage = members<Usage>({
  inputTokens: amount,
  outputTokens: amount,
  cacheReadTokens: amount,
  cacheWriteTokens: amount,
});

export const why = { code: text, error: text };
export const reason = members<Why>({ ...why, says: orAbsent(list(says)) });
export const runError = members<RunError>({ ...why, says: orAbsent(list(says)), retryable: flag });

export const attachment = {
  path: text,
  name: text,
  mediaType: text,
  sizeBytes: whole,
  sha256: text,
};
export const attachments = list(members<Attachment>(attachment));

export const instructionsGiven = list(
  members<GivenInstructions>({ of: among(...FOR), text, leftOut: whole }),
);

const isSwitch = new RegExp(switchLimits.pattern, 'u');

/** Of families that this version knows. */
export const toolSwitches: Shape<ToolSwitches> = (value) =>
  record(flag)(value) &&
  Object.keys(value as object).length <= switchLimits.most &&
  Object.keys(value as object).every((name) => isSwitch.test(name));

export const permissions = members<Permissions>({
  tools: list(text),
  hosts: list(text),
  folders: list(text),
});

export const values = record<Parameters[string]>(either(text, either(number, flag)));

export const expectation = by<'kind', Expectation>('kind', {
  file: members({ path: text, changed: orAbsent(flag) }),
  answer: either(
    members({ contains: text, matches: orAbsent(text) }),
    members({ contains: orAbsent(text), matches: text }),
  ),
  http: members({ url: text, status: whole }),
  artifact: members({ type: orAbsent(among(...ARTIFACT_TYPES)) }),
  record: members({ collection: text, filter: orAbsent(record(anything)) }),
});
