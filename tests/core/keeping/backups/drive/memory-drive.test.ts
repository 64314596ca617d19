import { MemoryDrive } from '../../../../doubles/memory-drive.ts';
import { driveContract } from '../../../../ports/drive.contract.ts';

driveContract(async () => ({ drive: new MemoryDrive(), close: async () => undefined }));
