/** What a tool asks the owner of the client: a form of flat fields. */
export interface FakeForm {
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}

export interface FakeAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>>;
}

/** What a tool can do during a call. */
export interface FakeCall {
  /** Aborts when the client gives the call up. */
  readonly signal: AbortSignal;
  /** May be called once in a call. In revision 2026-07-28 the tool begins anew when the answer has come. */
  ask(form: FakeForm): Promise<FakeAnswer>;
  progress(progress: number, total?: number, message?: string): Promise<void>;
}

/** A tool of a fake server. All but `answer` is its definition, which is sent as it is here, right or wrong. */
export interface FakeTool {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly [member: string]: unknown;
  /** The result as it is sent, or the text of one. By default a text that repeats the input. */
  readonly answer?: (input: Readonly<Record<string, unknown>>, call: FakeCall) => unknown;
}

/** What a fake server was asked, in order. */
export interface FakeCalled {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Thrown in the place of an answer that has to be asked for first. */
export class Unanswered extends Error {
  readonly form: FakeForm;

  constructor(form: FakeForm) {
    super('asked');
    this.form = form;
  }
}

/** As it is sent. */
export function definitionOf(tool: FakeTool): Readonly<Record<string, unknown>> {
  const members = Object.entries(tool).filter(([name]) => name !== 'answer');
  return { inputSchema: { type: 'object' }, ...Object.fromEntries(members) };
}

/** @throws Unanswered, and whatever the tool throws */
export async function resultOf(
  tools: readonly FakeTool[],
  { tool, input }: FakeCalled,
  call: FakeCall,
): Promise<Readonly<Record<string, unknown>>> {
  const found = tools.find(({ name }) => name === tool);
  if (!found) throw new Error(`there is no tool ${tool}`);
  const answer = found.answer ? await found.answer(input, call) : JSON.stringify(input);
  return typeof answer === 'string'
    ? { content: [{ type: 'text', text: answer }] }
    : (answer as Readonly<Record<string, unknown>>);
}
