import { join } from 'node:path';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { vaultStoreContract } from '../../ports/vault-store.contract.ts';
import { freshVault } from '../../harness/fresh-databases.ts';

vaultStoreContract('in memory', async () => freshVault());
vaultStoreContract('in a file', async () => openVault(join(temporaryDir(), 'vault.db')));
