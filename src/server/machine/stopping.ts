/**
 * Time limits of the parts of a stop, in milliseconds, one after the other. Unfinished work is cut off: a transaction
 * is rolled back, a job is tried again. `all` ends the process; the start script waits a little longer.
 */
export const stopBudget = { requests: 2200, live: 1000, jobs: 2200, database: 3000, emulator: 1000, all: 9500 }
