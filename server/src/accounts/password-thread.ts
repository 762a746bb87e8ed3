import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** A password to be hashed, or to be compared with a hash. */
export interface PasswordTask {
  password: string;
  hash: string | null;
}

/** So many run at once: each takes a core, of which visitors need one, and holds its memory for as long as it runs. */
export const passwordsAtOnce = availableParallelism() > 2 ? 2 : 1;

/** For how long a password waits for time that nobody else wants, in ms; on a machine that has none to spare it never comes. */
const patienceMs = 250;

/** On Linux a patient thread runs when no other wants a processor; an urgent one gives way to others, but not for ever (decision 029). */
export type Haste = "patient" | "urgent";

const patients = new Set<Worker>();
/** Threads of each kind that have nothing to do. They do not keep the process alive. */
const idle: Record<Haste, Worker[]> = { patient: [], urgent: [] };

/** The hash of the password, computed in a thread of its own. */
export function hashInThread(password: string): Promise<string> {
  return run({ password, hash: null }) as Promise<string>;
}

/** Whether the password has that hash, computed in a thread of its own. Rejects when it is no hash. */
export function compareInThread(password: string, hash: string): Promise<boolean> {
  return run({ password, hash }) as Promise<boolean>;
}

/** By a patient thread; when that takes too long, or still has another task, by an urgent one. */
async function run(task: PasswordTask): Promise<unknown> {
  const patient = takePatient();
  if (!patient) return ask(takeUrgent(), task);
  const answer = ask(patient, task);
  const isThere = answer.then(
    () => true,
    () => true,
  );
  if (await Promise.race([isThere, delay(patienceMs, false, { ref: false })])) return answer;
  patient.unref();
  return Promise.race([answer, ask(takeUrgent(), task)]);
}

function takePatient(): Worker | undefined {
  return idle.patient.pop() ?? (patients.size < passwordsAtOnce ? startThread("patient") : undefined);
}

function takeUrgent(): Worker {
  return idle.urgent.pop() ?? startThread("urgent");
}

function ask(thread: Worker, task: PasswordTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = (answer: unknown) => {
      thread.off("error", reject).off("exit", fail).unref();
      idle[patients.has(thread) ? "patient" : "urgent"].push(thread);
      resolve(answer);
    };
    const fail = (code: number) => reject(new Error(`A thread for passwords ended with code ${code}`));
    thread.once("message", finish).once("error", reject).once("exit", fail).ref();
    thread.postMessage(task);
  });
}

function startThread(haste: Haste): Worker {
  const thread = new Worker(new URL("./password-worker.ts", import.meta.url), {
    // what it computes with is outside of its heap
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    name: "passwords",
    workerData: haste,
  });
  if (haste === "patient") patients.add(thread);
  return thread.once("exit", () => patients.delete(thread));
}
