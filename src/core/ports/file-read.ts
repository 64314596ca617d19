/** Why something that exists where a file is expected cannot be read. */
export type Obstacle =
  | 'folder'
  /** A FIFO, a socket, a device. */
  | 'no_file'
  | 'dangling_link'
  | 'too_large'
  /** Not UTF-8. */
  | 'no_text'
  | 'not_allowed'
  /** The disk failed. */
  | 'failed';

export type FileRead =
  | { readonly found: 'nothing' }
  | { readonly found: 'text'; readonly text: string }
  | { readonly found: 'obstacle'; readonly obstacle: Obstacle };
