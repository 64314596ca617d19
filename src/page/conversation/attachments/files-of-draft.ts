import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { filesOfDraft, keepFilesOfDraft } from '../drafts.ts';
import { FILE_BYTES, FILES_PER_TASK, type Attached } from './attached.ts';

/** One file below a task that is being typed. */
export interface DraftFile {
  readonly key: number;
  readonly name: string;
  readonly sizeBytes: number;
  /** Null after a reload: then only the engine has it. */
  readonly content: Blob | null;
  /** From 0 to 1. */
  readonly sent: Signal<number>;
  /** Null until the engine has all of it. */
  readonly attached: Signal<Attached | null>;
  /** Why the engine does not have it, in words; '' while nothing is wrong. */
  readonly wrong: Signal<string>;
}

/** What the files of a draft need of the engine, and of the words of the page. */
export interface DraftFilesDeps {
  upload(
    file: { readonly name: string; readonly content: Blob },
    onSent: (share: number) => void,
  ): Promise<Attached>;
  /** Deletes a file that no task was sent with. Never rejects. */
  discard(file: Attached): Promise<void>;
  readonly words: {
    tooLarge(name: string): string;
    tooMany(left: number): string;
    failed(error: unknown, content: Blob): Promise<string>;
  };
}

/** The files that were taken for a task which is on its way to the engine. */
export interface Taken {
  readonly files: readonly Attached[];
  /** The engine has the task. */
  sent(): void;
  /** The engine does not have it: the files are below the text again. */
  giveBack(): void;
}

let keys = 0;

/**
 * The files of the task that is being typed in a thread. Each is uploaded as soon as it is added, and the upload goes on when
 * another thread is opened. Files that the engine has are kept with the draft in this browser until a task is sent with them.
 */
export class FilesOfDraft {
  readonly list = signal<readonly DraftFile[]>([]);
  /** What is wrong with what was added, in words. */
  readonly wrong = signal('');
  readonly isUploading: ReadonlySignal<boolean> = computed(() =>
    this.list.value.some(({ attached, wrong }) => attached.value === null && wrong.value === ''),
  );
  readonly #deps: DraftFilesDeps;
  #threadId: string | null;
  #onTheirWay: readonly (readonly Attached[])[] = [];
  readonly #uploads = new Map<number, Promise<void>>();

  constructor(threadId: string | null, deps: DraftFilesDeps) {
    this.#threadId = threadId;
    this.#deps = deps;
    this.list.value = filesOfDraft(threadId).map(asDrafted);
  }

  /** Uploads these files, as many as a task may have. */
  add(files: readonly { readonly name: string; readonly content: Blob }[]): void {
    const { words } = this.#deps;
    const fitting = files.filter(({ content }) => content.size <= FILE_BYTES);
    const tooLarge = files.find(({ content }) => content.size > FILE_BYTES);
    const left = FILES_PER_TASK - this.list.value.length;
    this.wrong.value =
      fitting.length > left ? words.tooMany(left) : tooLarge ? words.tooLarge(tooLarge.name) : '';
    const added = fitting.slice(0, left).map(({ name, content }): DraftFile => {
      return { ...drafted(name, content.size), content };
    });
    this.list.value = [...this.list.value, ...added];
    for (const file of added) this.#start(file);
  }

  /** Uploads once more what could not be uploaded. */
  again(file: DraftFile): void {
    file.wrong.value = '';
    this.#start(file);
  }

  remove(file: DraftFile): void {
    this.wrong.value = '';
    this.list.value = this.list.value.filter((one) => one !== file);
    this.#keep();
    const attached = file.attached.value;
    if (attached !== null && attached.wasSent !== true) void this.#deps.discard(attached);
  }

  /** Resolves when no upload is in progress. */
  async settled(): Promise<void> {
    while (this.#uploads.size > 0) await Promise.all(this.#uploads.values());
  }

  /** Takes the uploaded files for a task. */
  take(): Taken {
    const files = this.list.value.flatMap(({ attached }) => attached.value ?? []);
    const sent = files.map((file) => ({ ...file, wasSent: true }));
    this.list.value = this.list.value.filter(({ attached }) => attached.value === null);
    this.wrong.value = '';
    this.#onTheirWay = [...this.#onTheirWay, sent];
    this.#keep();
    const over = () => {
      const isOpen = this.#onTheirWay.includes(sent);
      this.#onTheirWay = this.#onTheirWay.filter((one) => one !== sent);
      return isOpen;
    };
    return {
      files,
      sent: () => {
        over();
        this.#keep();
      },
      giveBack: () => {
        if (over()) this.list.value = [...sent.map(asDrafted), ...this.list.value];
        this.#keep();
      },
    };
  }

  /** The thread was made that these files are for. */
  moveTo(threadId: string): void {
    keepFilesOfDraft(this.#threadId, []);
    this.#threadId = threadId;
    this.#keep();
  }

  #start(file: DraftFile): void {
    this.#uploads.set(
      file.key,
      this.#upload(file).finally(() => this.#uploads.delete(file.key)),
    );
  }

  async #upload(file: DraftFile): Promise<void> {
    const { name, content } = file;
    if (content === null) return;
    const { upload, discard, words } = this.#deps;
    try {
      const attached = await upload({ name, content }, (share) => (file.sent.value = share));
      if (!this.list.value.includes(file)) return await discard(attached);
      file.attached.value = attached;
      this.#keep();
    } catch (error) {
      file.wrong.value = await words.failed(error, content);
    }
  }

  #keep(): void {
    const here = this.list.value.flatMap(({ attached }) => attached.value ?? []);
    keepFilesOfDraft(this.#threadId, [...this.#onTheirWay.flat(), ...here]);
  }
}

const drafted = (name: string, sizeBytes: number) => ({
  key: (keys += 1),
  name,
  sizeBytes,
  content: null,
  sent: signal(0),
  attached: signal<Attached | null>(null),
  wrong: signal(''),
});

const asDrafted = (attached: Attached): DraftFile => ({
  ...drafted(attached.name, attached.sizeBytes),
  attached: signal(attached),
});
