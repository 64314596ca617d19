/** The few parts of the DOM that a form or a list needs. */
export class FakeElement {
  readonly tag: string;
  readonly children: (FakeElement | string)[] = [];
  readonly #listeners = new Map<string, (event: object) => void>();
  className = '';
  textContent = '';
  value = '';
  type = '';
  disabled = false;
  href = '';

  constructor(tag: string) {
    this.tag = tag;
  }

  append(...children: (FakeElement | string)[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: (FakeElement | string)[]): void {
    this.children.splice(0, Infinity, ...children);
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.#listeners.set(type, listener);
  }

  fire(type: string): void {
    this.#listeners.get(type)?.({ preventDefault: () => undefined });
  }

  all(tag: string): readonly FakeElement[] {
    return this.children.flatMap((child) =>
      typeof child === 'string' ? [] : [...(child.tag === tag ? [child] : []), ...child.all(tag)],
    );
  }

  get words(): string {
    const inside = this.children.map((child) => (typeof child === 'string' ? child : child.words));
    return [this.textContent, ...inside].join(' ');
  }
}
