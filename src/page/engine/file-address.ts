import { routes } from './routes.ts';

/** Where the browser downloads a file of the workspace. The engine never has it shown in place of the page. */
export function addressOfFile(path: string): string {
  const [, address = ''] = routes['files.download'][0].split(' ');
  return `${address}?${new URLSearchParams({ path }).toString()}`;
}
