import { hash } from "node:crypto";
import type { Standing } from "./windows.ts";

/** So many tries of a key in a window, which begins with its first try. */
export interface Limit {
  /** The same in all processes, and no other limit's. */
  name: string;
  most: number;
  /** Whole seconds. */
  windowMs: number;
}

/** A limit of which all processes count every try together. Rejects when the store does not answer. */
export interface SharedLimit {
  /** Counts a try. Beyond the first that is too many, tries are not counted exactly any more. */
  count(key: string): Promise<Standing>;
  /** Where the key stands, without a try; `null` when no window of it runs. */
  find(key: string): Promise<Standing | null>;
  /** Begins the key's window now, with one try in it. */
  restart(key: string): Promise<void>;
}

/** Tries that one process has counted and tells the others of. */
export interface News {
  limit: Limit;
  key: string;
  tries: number;
  /** Milliseconds until the window ends, as far as this process knows. */
  endsIn: number;
}

/** Where processes count together. What names a person is stored as a hash alone. */
export interface LimitStore {
  open(limit: Limit): SharedLimit;
  /** Adds the tries, and answers where each key stands with those of all processes. All in one go. */
  add(news: readonly News[]): Promise<Standing[]>;
  close(): void;
}

/** What a store knows a key by: nobody's address can be read from it. */
export function storedKey({ name }: Limit, key: string): string {
  return hash("sha256", `${name} ${key}`, "base64url");
}
