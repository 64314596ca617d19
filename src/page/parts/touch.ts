/** The page is used with a finger: what is said of keys and of a mouse is of no use then. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
