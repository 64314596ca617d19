const CHUNK_CHARS = 32_768;

type Pages = AsyncIterable<readonly unknown[]>;

const isPages = (value: unknown): value is Pages =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * Streams an object as JSON while its data is read: a field may be a list that comes in pages, whose items may contain
 * such lists, or a function, which is called when the writer reaches it.
 */
export async function* streamedJson(fields: object): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const piece of textOf(fields)) {
    text += piece;
    if (text.length < CHUNK_CHARS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}

async function* textOf(value: unknown): AsyncGenerator<string> {
  if (isPages(value)) yield* listOf(value);
  else if (hasPages(value)) {
    let before = '{';
    for (const [key, field] of Object.entries(value)) {
      yield `${before}${JSON.stringify(key)}:`;
      yield* textOf(typeof field === 'function' ? (field as () => unknown)() : field);
      before = ',';
    }
    yield '}';
  } else yield JSON.stringify(value) ?? 'null';
}

async function* listOf(pages: Pages): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    for (const item of page) {
      yield before;
      yield* textOf(item);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}

const hasPages = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((field) => isPages(field) || typeof field === 'function');

/** The same list with each item mapped. */
export async function* eachShown<Item, Shown>(
  pages: AsyncIterable<readonly Item[]>,
  show: (item: Item) => Shown,
): AsyncGenerator<readonly Shown[]> {
  for await (const page of pages) yield page.map(show);
}
