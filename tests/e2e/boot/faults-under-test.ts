// What a process of faults.test.ts is made of.
export { WinstonLog } from '../../../src/adapters/out/system/winston-log.ts';
export { watchForFaults } from '../../../src/main/process/process-signals.ts';
