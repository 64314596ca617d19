import type { Anthropic } from '@anthropic-ai/sdk';
import type { MessagesBody } from './request.ts';

/** The tool that the vendor replaces by its own search where possible. */
const NAME = 'web_search';

/** The simplest version: later ones run code at the vendor. Each search costs, so a request limits their number. */
const searchOf = (most: number): Anthropic.WebSearchTool20250305 => ({
  type: 'web_search_20250305',
  name: NAME,
  max_uses: most,
});

/**
 * Uses the vendor's search in place of ours (specification › Capabilities by provider). An organisation may have
 * switched it off, and then every request with it is refused: the request is repeated with our tool, and so are all
 * later ones. Ours also stays if no search may be made.
 */
export class VendorSearch {
  #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** `searches`: the most that may be made. */
  async sent(
    body: MessagesBody,
    searches: number,
    send: (body: MessagesBody) => Promise<Response>,
  ): Promise<Response> {
    const { tools = [] } = body;
    if (!this.#isOn || searches === 0 || !tools.some(isOurs)) return await send(body);
    try {
      const search = searchOf(searches);
      return await send({ ...body, tools: tools.map((tool) => (isOurs(tool) ? search : tool)) });
    } catch (error) {
      if (!isAboutSearch(error)) throw error;
      this.#isOn = false;
      return await send(body);
    }
  }
}

const isOurs = (tool: Anthropic.ToolUnion): boolean => 'name' in tool && tool.name === NAME;

/** By the shape of the SDK's errors. */
function isAboutSearch(error: unknown): boolean {
  const { status, message } = error as { status?: unknown; message?: unknown };
  const isRefused = status === 400 || status === 403;
  return isRefused && typeof message === 'string' && /web[\s_-]?search/iu.test(message);
}
