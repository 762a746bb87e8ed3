import { randomBytes } from "node:crypto";
import type { Role } from "./env.ts";

/** Which of several processes one is: it stands in log lines, in the ids of requests, in metrics and in answers about health. */
export interface ProcessName {
  role: Role;
  /** 12 letters and digits, others at every start. */
  id: string;
}

export function nameProcess(role: Role): ProcessName {
  return { role, id: randomBytes(6).toString("hex") };
}
