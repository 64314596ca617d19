import { startVendor } from '../../harness/google.ts';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { vendorDrive } from '../../harness/uploading.ts';
import { driveContract } from '../../ports/drive.contract.ts';

driveContract(async () => {
  const vendor = await startVendor();
  return { drive: vendorDrive(vendor)(new HastyClock()), close: () => vendor.google.close() };
});
