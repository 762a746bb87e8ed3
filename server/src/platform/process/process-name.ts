import { randomBytes } from "node:crypto";
import type { Role } from "./env.ts";

/** Identifies a process in the log, request ids, metrics and health checks. */
export interface ProcessName {
  role: Role;
  /** 12 letters and digits, new at every start. */
  id: string;
}

export function nameProcess(role: Role): ProcessName {
  return { role, id: randomBytes(6).toString("hex") };
}
