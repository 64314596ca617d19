import type { JsonObject } from '../../kernel/json.ts';
import type { SecretMask } from '../../trust/masking/redaction.ts';
import { withTexts } from '../../kernel/says.ts';
import type { Run, RunError, ToolCallRecord } from '../runs/model.ts';

export const maskedRun = (run: Run, mask: SecretMask): Run => ({
  ...run,
  task: mask.text(run.task),
  attachments: mask.value(run.attachments) as Run['attachments'],
  error: run.error && maskedError(run.error, mask),
});

const maskedError = ({ says, ...error }: RunError, mask: SecretMask): RunError => ({
  ...error,
  error: mask.text(error.error),
  ...(says && { says: says.map((one) => withTexts(one, (text) => mask.text(text))) }),
});

export const maskedToolCall = (call: ToolCallRecord, mask: SecretMask): ToolCallRecord => ({
  ...call,
  agent: call.agent === null ? null : mask.text(call.agent),
  name: mask.text(call.name),
  input: mask.value(call.input) as JsonObject,
  output: call.output === null ? null : mask.text(call.output),
});
