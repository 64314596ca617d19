/** A recording of the microphone that goes on until it is ended. */
export interface Recording {
  /** Ends it. @returns what was recorded */
  end(): Promise<Blob>;
  /** Ends it, and what was recorded is gone. Repeatable. */
  drop(): void;
}

/** Whether this browser records at all: it has no microphone for pages of plain addresses of other machines. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;

/** Asks for the microphone and records it. @throws DOMException if the person or the browser gives none */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const recorder = new MediaRecorder(stream);
    const pieces: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    recorder.start();
    const stop = () => {
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    };
    return {
      end: async () => {
        const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
        const isOver = recorder.state === 'inactive';
        stop();
        if (!isOver) await ended;
        return new Blob(pieces, { type: recorder.mimeType });
      },
      drop: stop,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The bytes of it in base64. */
export async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () =>
      reject(reader.error ?? new Error('The recording cannot be read.')),
    );
  });
  reader.readAsDataURL(blob);
  const address = await read;
  return address.slice(address.indexOf(',') + 1);
}
