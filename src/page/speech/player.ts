/** Plays pieces of one file of sound as they come. */
export interface Player {
  /** In their order. */
  add(piece: Uint8Array<ArrayBuffer>): void;
  /** There are no more pieces. Resolves when all of it was heard. @throws Error if it cannot be played */
  end(): Promise<void>;
  /** Silence, at once. Repeatable. */
  stop(): void;
}

/** @param mime of the file */
export function player(mime: string): Player {
  return typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(mime)
    ? streaming(mime)
    : afterTheLast(mime);
}

/** Begins with the first piece. */
function streaming(mime: string): Player {
  const source = new MediaSource();
  const { play, played, stop } = audioOf(source);
  const waiting: Uint8Array<ArrayBuffer>[] = [];
  let [isLast, buffer] = [false, null as SourceBuffer | null];
  const next = () => {
    if (buffer === null || buffer.updating || source.readyState !== 'open') return;
    const piece = waiting.shift();
    if (piece) buffer.appendBuffer(piece);
    else if (isLast) source.endOfStream();
  };
  play();
  source.addEventListener('sourceopen', () => {
    buffer = source.addSourceBuffer(mime);
    buffer.addEventListener('updateend', next);
    next();
  });
  return {
    add: (piece) => {
      waiting.push(piece);
      next();
    },
    end: async () => {
      isLast = true;
      next();
      await played;
    },
    stop,
  };
}

/** Where a browser cannot play what has not come whole. */
function afterTheLast(mime: string): Player {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let stop = () => undefined as void;
  return {
    add: (piece) => void pieces.push(piece),
    end: async () => {
      const whole = audioOf(new Blob(pieces, { type: mime }));
      ({ stop } = whole);
      whole.play();
      await whole.played;
    },
    stop: () => stop(),
  };
}

function audioOf(what: Blob | MediaSource) {
  const address = URL.createObjectURL(what);
  const audio = new Audio(address);
  const over = Promise.withResolvers<void>();
  over.promise.catch(() => undefined);
  const forget = () => URL.revokeObjectURL(address);
  audio.addEventListener('ended', () => {
    forget();
    over.resolve();
  });
  const fail = () => {
    forget();
    over.reject(new Error('The sound cannot be played.'));
  };
  audio.addEventListener('error', fail);
  // Silence interrupts it, too, and has ended it by then.
  const play = () => void audio.play().catch(fail);
  const stop = () => {
    audio.pause();
    forget();
    over.resolve();
  };
  return { play, played: over.promise, stop };
}
