import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { Vitals } from "./probe.ts";

export const repository = resolve(import.meta.dirname, "..");

/** Where the benchmark keeps its databases between runs. */
export const benchFolder = join(repository, ".cache/bench");

/** A process that is measured. */
export interface Watched {
  pid: number;
  /** Resolves with what `pattern` finds in all that the process writes, also before this call. Rejects when it ends first. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Everything written so far. */
  output(): string;
  /** Never resolves when the process ends first. */
  vitals(): Promise<Vitals>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Tells it to stop and waits until it has. */
  stop(): Promise<void>;
}

const probe = ["--import", join(import.meta.dirname, "probe.ts")];
/** Those that run now. */
const running = new Set<Pick<Watched, "stop">>();
const isEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Runs a script of the repository as the operator's commands do, with a probe inside. */
export function watch(script: string, args: string[], env: Record<string, string> = {}, flags: string[] = []): Watched {
  return run(process.execPath, [...flags, ...probe, join(repository, script), ...args], env);
}

/** Runs a command of npm, without a probe: it has no vitals. */
export function watchNpm(args: string[], env: Record<string, string>): Omit<Watched, "vitals"> {
  return run("npm", args, env);
}

function run(command: string, args: string[], env: Record<string, string>): Watched {
  const child = spawn(command, args, {
    cwd: repository,
    env: {
      NODE_COMPILE_CACHE: join(repository, ".cache/compiled"),
      ...process.env,
      NODE_ENV: "production",
      // The embedded database, unless `env` says otherwise.
      DATABASE_URL: "",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      child.emit("output");
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const watched: Watched = {
    pid: child.pid!,
    async says(pattern) {
      for (;;) {
        const match = output.match(pattern);
        if (match) return match;
        if (isEnded(child)) throw new Error(`${args.join(" ")} ended without saying ${pattern}:\n${output}`);
        await Promise.race([once(child, "output"), ended]);
      }
    },
    output: () => output,
    async vitals() {
      const answer = once(child, "message");
      // gone already: the answer never comes
      child.send("vitals", () => {});
      const [vitals] = await answer;
      return vitals as Vitals;
    },
    ended,
    async stop() {
      if (!isEnded(child)) child.kill("SIGTERM");
      await ended;
    },
  };
  running.add(watched);
  ended.then(() => running.delete(watched));
  return watched;
}

/** Stops whatever still runs, for a benchmark that ends early. */
export async function stopAll(): Promise<void> {
  await Promise.all(Array.from(running, (watched) => watched.stop()));
}
