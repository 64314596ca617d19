import type { Anthropic } from '@anthropic-ai/sdk';
import type { MessagesBody } from './request.ts';

/** The tool of ours whose work the vendor does itself where it can. */
const NAME = 'web_search';

/** The plainest version: later ones run code at the vendor's. So many searches in one request, because each one costs. */
const searchOf = (most: number): Anthropic.WebSearchTool20250305 => ({
  type: 'web_search_20250305',
  name: NAME,
  max_uses: most,
});

/**
 * The vendor's own search in the place of ours (specification › Capabilities by provider). An organisation may have
 * switched it off, and then every request with it is refused: the same one goes out again with our tool in its place,
 * and so do all that follow. Where no search may be made, ours stays, too.
 */
export class VendorSearch {
  #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** `searches`: how many may be made. */
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
