/** Where nothing is drawn, as in a tab out of sight, no frame comes. */
const LONGEST_WAIT_MS = 100;

/** Calls `act` once, before the next frame or soon. @returns takes it back */
export function nextFrame(act: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = () => {
    cancel();
    act();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, LONGEST_WAIT_MS);
  return cancel;
}
