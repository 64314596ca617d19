import type { JsonObject } from '../../kernel/json.ts';
import type { SecretMask } from '../../trust/masking/redaction.ts';
import type { Run, ToolCallRecord } from '../runs/model.ts';

export const maskedRun = (run: Run, mask: SecretMask): Run => ({
  ...run,
  task: mask.text(run.task),
  attachments: mask.value(run.attachments) as Run['attachments'],
  error: run.error && { ...run.error, error: mask.text(run.error.error) },
});

export const maskedToolCall = (call: ToolCallRecord, mask: SecretMask): ToolCallRecord => ({
  ...call,
  agent: call.agent === null ? null : mask.text(call.agent),
  name: mask.text(call.name),
  input: mask.value(call.input) as JsonObject,
  output: call.output === null ? null : mask.text(call.output),
});
