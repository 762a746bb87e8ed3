import { Readable } from "node:stream";
import { format } from "node:util";
import { runCommand } from "../cli/program.ts";

export interface CliRun {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs `npm run cli --` with these arguments and variables in this process, which saves the start of one; `typed` is
 * what an operator types on a terminal, up to its end.
 */
export async function runCli(args: readonly string[], env: Record<string, string>, typed?: string): Promise<CliRun> {
  const out: string[] = [];
  const err: string[] = [];
  const line =
    (to: string[]) =>
    (...values: unknown[]) =>
      void to.push(`${format(...values)}\n`);
  const part = (to: string[]) => (text: unknown) => to.push(String(text)) > 0;
  const restore = [
    replace(console, { log: line(out), info: line(out), warn: line(err), error: line(err) }),
    replace(process.stdout, { write: part(out) }),
    replace(process.stderr, { write: part(err) }),
    replace(process.env, env),
    ...(typed === undefined ? [] : [replaceInput(typed)]),
  ];
  try {
    const code = await runCommand(args);
    return { code, out: out.join(""), err: err.join("") };
  } finally {
    for (const one of restore) one();
  }
}

function replaceInput(typed: string): () => void {
  const before = Object.getOwnPropertyDescriptor(process, "stdin")!;
  const value = Object.assign(Readable.from([typed]), { isTTY: true });
  Object.defineProperty(process, "stdin", { configurable: true, value });
  return () => void Object.defineProperty(process, "stdin", before);
}

/** Sets properties; the returned function restores them. */
function replace(object: object, values: Record<string, unknown>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(object, name)] as const);
  for (const [name, value] of Object.entries(values)) Reflect.set(object, name, value);
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(object, name, descriptor);
      else Reflect.deleteProperty(object, name);
    }
  };
}
