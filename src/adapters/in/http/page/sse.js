// Server-Sent Events as the HTML standard parses them, wherever the bytes are cut.

export class SseParser {
  #decoder = new TextDecoder();
  #rest = '';
  #afterCr = false;
  #type = '';
  #data = [];
  #id;

  /** The events completed by these bytes: {type, data, id}; id is undefined in a frame without one. */
  push(bytes) {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return [];
    if (this.#afterCr && text.startsWith('\n')) text = text.slice(1);
    this.#afterCr = text.endsWith('\r');
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop();
    return lines.flatMap((line) => (line === '' ? this.#dispatch() : this.#field(line)));
  }

  #field(line) {
    const [, name, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line);
    if (name === 'event') this.#type = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    return [];
  }

  #dispatch() {
    const event = { type: this.#type || 'message', data: this.#data.join('\n'), id: this.#id };
    const isEmpty = this.#data.length === 0;
    this.#type = '';
    this.#data = [];
    this.#id = undefined;
    return isEmpty ? [] : [event];
  }
}

export async function* readEvents(body) {
  const parser = new SseParser();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.push(value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
