import { Worker } from "node:worker_threads";

/** A password to be hashed, or to be compared with a hash. */
export interface PasswordTask {
  password: string;
  hash: string | null;
}

/** Threads that have nothing to do. They do not keep the process alive. */
const idle: Worker[] = [];

/** The hash of the password, computed in a thread of its own. */
export function hashInThread(password: string): Promise<string> {
  return run({ password, hash: null }) as Promise<string>;
}

/** Whether the password has that hash, computed in a thread of its own. Rejects when it is no hash. */
export function compareInThread(password: string, hash: string): Promise<boolean> {
  return run({ password, hash }) as Promise<boolean>;
}

/** As many threads are started as tasks are given at once. */
function run(task: PasswordTask): Promise<unknown> {
  const thread = idle.pop() ?? startThread();
  return new Promise((resolve, reject) => {
    const finish = (answer: unknown) => {
      thread.off("error", reject).off("exit", fail).unref();
      idle.push(thread);
      resolve(answer);
    };
    const fail = (code: number) => reject(new Error(`A thread for passwords ended with code ${code}`));
    thread.once("message", finish).once("error", reject).once("exit", fail).ref();
    thread.postMessage(task);
  });
}

function startThread(): Worker {
  return new Worker(new URL("./password-worker.ts", import.meta.url), {
    // what it computes with is outside of its heap
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    name: "passwords",
  });
}
