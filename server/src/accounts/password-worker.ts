import { parentPort, workerData } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import { waitForIdleness, yieldProcessor } from "../thread-priority.ts";
import { passwordCost } from "./password-cost.ts";
import type { Haste, PasswordTask } from "./password-thread.ts";

/** A thread that does nothing but compute with passwords, and leaves the processor to everything else. */
if ((workerData as Haste) === "patient") waitForIdleness();
else yieldProcessor();
parentPort?.on("message", ({ password, hash }: PasswordTask) => {
  parentPort?.postMessage(hash === null ? hashSync(password, passwordCost) : verifySync(hash, password));
});
