import { access, readFile } from 'node:fs/promises';
import { homedir, networkInterfaces, platform } from 'node:os';
import { join } from 'node:path';
import type { Says } from '../../../../core/kernel/says.ts';
import { isWireFailure } from './failure.ts';
import { NOT_SIGNED_IN, serviceAccountIn } from './service-account.ts';

interface Machine {
  readonly home: () => string;
  readonly isOfThePlatform: () => Promise<boolean>;
}

/**
 * Why no call to the cloud platform can sign in with the present setup of this machine; null if one may. Only reads
 * files: a machine of the platform, which signs in through its metadata server, is recognised by its firmware and its
 * network card.
 * @param credentialsFile null: the default credentials of the machine
 */
export async function missingCredentials(
  credentialsFile: string | null,
  { home, isOfThePlatform }: Machine = thisMachine,
): Promise<readonly Says[] | null> {
  try {
    if (credentialsFile !== null) await serviceAccountIn(credentialsFile);
    else if (!(await isThere(ownCredentials(home()))) && !(await isOfThePlatform()))
      return NOT_SIGNED_IN.says;
    return null;
  } catch (error) {
    if (isWireFailure(error)) return error.failure.says;
    throw error;
  }
}

/** Where the platform's command line stores its credentials, and its library looks for them. */
const ownCredentials = (home: string): string =>
  join(
    home,
    platform() === 'win32' ? join('AppData', 'Roaming') : '.config',
    'gcloud',
    'application_default_credentials.json',
  );

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const thisMachine: Machine = {
  home: homedir,
  isOfThePlatform: async () => {
    const vendor = await readFile('/sys/class/dmi/id/bios_vendor', 'utf8').catch(() => '');
    const cards = Object.values(networkInterfaces()).flatMap((card) => card ?? []);
    return vendor.includes('Google') || cards.some(({ mac }) => mac.startsWith('42:01'));
  },
};
