import { vi } from "vitest";

/** Long enough for the slowest machine; it only ends tests that hang. */
const defaultTimeout = 30_000;

/** Calls `check` until it does not throw; returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: defaultTimeout });

/** Calls `find` until its result is truthy; returns it. `timeout` in ms. */
export const untilFound = <T>(find: () => T | Promise<T>, timeout = defaultTimeout) => vi.waitUntil(find, { timeout });
