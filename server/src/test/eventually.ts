import { vi } from "vitest";

/** They end what hangs and judge nothing: on the slowest machine, what is waited for has come by then. */
const patience = 30_000;

/** Until `check` throws no more; what it returned then. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: patience });

/** Until `find` has found something; what it found. `timeout` in ms, where something else would bring it later. */
export const untilFound = <T>(find: () => T | Promise<T>, timeout = patience) => vi.waitUntil(find, { timeout });
