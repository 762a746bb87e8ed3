import { vi } from "vitest";

/** They end what hangs and judge nothing: on the slowest machine, what is waited for has come by then. */
const patience = { timeout: 30_000 };

/** Until `check` throws no more; what it returned then. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, patience);

/** Until `find` has found something; what it found. */
export const untilFound = <T>(find: () => T | Promise<T>) => vi.waitUntil(find, patience);
