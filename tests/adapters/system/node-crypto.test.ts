import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { cryptoContract } from '../../ports/crypto.contract.ts';

cryptoContract('node', nodeCrypto);
