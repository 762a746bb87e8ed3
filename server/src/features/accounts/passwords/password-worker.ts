import { hashSync, verifySync } from "@node-rs/argon2";
import { passwordCost } from "./password-cost.ts";

/** A password to hash, or to compare with a hash. */
export interface PasswordTask {
  password: string;
  hash: string | null;
}

/** Runs in the threads of `password.ts`. */
export default function runTask({ password, hash }: PasswordTask): string | boolean {
  return hash === null ? hashSync(password, passwordCost) : verifySync(hash, password);
}
