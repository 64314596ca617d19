import type { JsonObject } from '../../../../core/kernel/json.ts';
import type { ToolCallId } from '../../../../core/kernel/ids.ts';
import type { Connection } from '../../../../core/instance/models/model.ts';
import type {
  ModelMessage,
  ModelRequest,
  ThinkingBlock,
  ToolDefinition,
  ToolResultBlock,
} from '../../../../core/ports/model.ts';
import { parametersFor } from './schema.ts';
import { signaturesIn, stretchesOf, type Stretch } from './signatures.ts';

/** The body of generateContent (Vertex AI REST reference), as far as it is used here. */
export interface GeminiRequest {
  readonly contents: readonly GeminiContent[];
  readonly systemInstruction?: { readonly parts: readonly GeminiPart[] };
  readonly tools?: readonly { readonly functionDeclarations: readonly JsonObject[] }[];
  readonly generationConfig: JsonObject;
}
export interface GeminiContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly GeminiPart[];
}
export type GeminiPart = JsonObject;

/** The conversation in the format of this API. */
export function geminiRequest(
  { system, messages, tools, tail = '', thoughts }: ModelRequest,
  { modelId, outputLimit, thinks, capabilities }: Connection,
): GeminiRequest {
  return {
    contents: followedBy(tail, contentsOf(messages, modelId)),
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: tools.map(declaration) }] }),
    generationConfig: {
      maxOutputTokens: outputLimit,
      ...(capabilities.thinking && thinks
        ? { thinkingConfig: { includeThoughts: true, ...(thoughts === 'few' ? FEW : {}) } }
        : {}),
    },
  };
}

/** The least that every model takes; some cannot do without. */
const FEW = { thinkingBudget: 512 };

function followedBy(tail: string, contents: readonly GeminiContent[]): readonly GeminiContent[] {
  const last = contents.at(-1);
  if (tail === '' || last?.role !== 'user') return contents;
  return [...contents.slice(0, -1), { ...last, parts: [...last.parts, { text: tail }] }];
}

function contentsOf(messages: readonly ModelMessage[], modelId: string): readonly GeminiContent[] {
  const contents: { role: 'user' | 'model'; parts: GeminiPart[] }[] = [];
  // A result must name its function, which only its call contains.
  const names = new Map<ToolCallId, string>();
  for (const message of messages) {
    for (const block of message.content)
      if (block.type === 'tool_call') names.set(block.toolCallId, block.name);
    const role = message.role === 'user' ? 'user' : 'model';
    const parts = role === 'user' ? userParts(message, names) : modelParts(message, modelId);
    // The API refuses contents without parts. What is skipped here must not leave two of the same role in a row.
    if (parts.length === 0) continue;
    const last = contents.at(-1);
    if (last?.role === role) last.parts = last.parts.concat(parts);
    else contents.push({ role, parts: [...parts] });
  }
  return contents;
}

const userParts = (
  { content }: ModelMessage,
  names: ReadonlyMap<ToolCallId, string>,
): readonly GeminiPart[] =>
  content.flatMap((block): readonly GeminiPart[] => {
    if (block.type === 'tool_result') return [functionResponse(block, names)];
    if (block.type === 'media') return [{ inlineData: { mimeType: block.mediaType, data: block.data } }];
    return block.type === 'text' && block.text !== '' ? [{ text: block.text }] : [];
  });

const functionResponse = (
  { toolCallId, output, success }: ToolResultBlock,
  names: ReadonlyMap<ToolCallId, string>,
): GeminiPart => ({
  functionResponse: {
    name: names.get(toolCallId) ?? 'unknown',
    response: success ? { output } : { error: output },
  },
});

/** A reply in its original form: signatures return to their parts, if they are from this model. */
function modelParts({ content }: ModelMessage, modelId: string): readonly GeminiPart[] {
  const thoughts = content.filter(
    (block): block is ThinkingBlock => block.type === 'thinking' && block.model === modelId,
  );
  const signatures = thoughts.flatMap(signaturesIn);
  const sealedThoughts = stretchesOf(thoughts.map(({ text }) => text).join(''), 'thought', signatures).filter(
    ({ signature }) => signature !== undefined,
  );
  const [reply = '', ...others] = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const calls = content.filter((block) => block.type === 'tool_call');
  return [
    ...sealedThoughts.map((stretch) => ({ ...part(stretch), thought: true })),
    ...stretchesOf(reply, 'text', signatures).map(part),
    ...others.filter((text) => text !== '').map((text) => ({ text })),
    ...calls.map(({ name, input }, position): GeminiPart => {
      const seal = signatures.find((each) => each.of === 'call' && each.index === position);
      return { functionCall: { name, args: input }, ...sealedBy(seal?.signature) };
    }),
  ];
}

const part = ({ text, signature }: Stretch): GeminiPart => ({ text, ...sealedBy(signature) });

const sealedBy = (signature: string | undefined): JsonObject =>
  signature === undefined ? {} : { thoughtSignature: signature };

function declaration({ name, description, inputSchema }: ToolDefinition): JsonObject {
  const parameters = parametersFor(inputSchema);
  return { name, description, ...(parameters === null ? {} : { parameters }) };
}
