// node deploy/replay.ts <empty folder>: runs the Dockerfile in a folder, without a container engine. Users and system
// libraries are those of the host.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));

export interface Instruction {
  word: string;
  /** The rest of the line, with continuation lines joined. */
  rest: string;
}

/** The last stage. */
export interface Replayed {
  /** The folder with the image's root. */
  root: string;
  /** Inside the root. */
  workdir: string;
  env: Record<string, string>;
  command: string[];
}

export function readDockerfile(): Instruction[] {
  const text = readFileSync(join(repository, "deploy/Dockerfile"), "utf8").replaceAll(/^\s*#.*\n/gm, "");
  return text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, word = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { word, rest };
    });
}

/** Builds all stages below `folder`, without installing system packages. */
export function replay(folder: string, log: (line: string) => void): Replayed {
  const stages = new Map<string, string>();
  const image: Replayed = { root: "", workdir: "/", env: {}, command: [] };
  for (const { word, rest } of readDockerfile()) {
    log(`${word} ${rest}`);
    if (word === "FROM") {
      const [, base = "", name = "last"] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      image.root = join(folder, name);
      mkdirSync(image.root, { recursive: true });
      if (stages.has(base)) cpSync(stages.get(base)!, image.root, { recursive: true, verbatimSymlinks: true });
      else image.workdir = "/";
      stages.set(name, image.root);
    } else if (word === "WORKDIR") {
      image.workdir = rest;
      mkdirSync(join(image.root, rest), { recursive: true });
    } else if (word === "COPY") {
      copy(image, rest, stages);
    } else if (word === "RUN") {
      if (rest.startsWith("apt-get")) continue;
      execFileSync("sh", ["-euc", rest], { cwd: join(image.root, image.workdir), stdio: "inherit" });
    } else if (word === "ENV") {
      for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value;
    } else if (word === "ENTRYPOINT") {
      image.command = JSON.parse(rest);
    } else if (word === "CMD") {
      image.command.push(...(JSON.parse(rest) as string[]));
    }
  }
  return image;
}

function copy({ root, workdir }: Replayed, rest: string, stages: ReadonlyMap<string, string>): void {
  const [, stage, paths = ""] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? [];
  const names = paths.split(" ");
  const target = names.pop() ?? "";
  const context = stage ? stages.get(stage)! : repository;
  for (const name of names) {
    const from = join(context, name);
    const into = resolve(join(root, workdir), target.startsWith("/") ? join(root, target) : target);
    const to = statSync(from).isFile() && target.endsWith("/") ? join(into, basename(name)) : into;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => Boolean(stage) || isSent(relative(repository, path)),
    });
  }
}

/** Whether `.dockerignore` includes the path of the repository: the last matching line decides. */
export function isSent(path: string): boolean {
  const lines = readFileSync(join(repository, ".dockerignore"), "utf8").split("\n");
  let sent = true;
  for (const line of lines.filter((line) => line && !line.startsWith("#"))) {
    const pattern = line.replace("!", "");
    if (matches(path, pattern)) sent = line.startsWith("!");
  }
  return sent;
}

/** Whether the pattern matches the path or a folder that contains it. */
function matches(path: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(".", "\\.")
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(.*/)?"));
  return new RegExp(`^${source}(/|$)`).test(path);
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder || globSync(`${folder}/*`).length > 0) {
    console.error("Usage: node deploy/replay.ts <empty folder>");
    process.exit(1);
  }
  const { root, workdir, env, command } = replay(resolve(folder), console.log);
  for (const name of ["pages", "libraries", "packages"]) rmSync(join(folder, name), { recursive: true, force: true });
  const size = execFileSync("du", ["-sm", root], { encoding: "utf8" }).split("\t")[0];
  console.log(`${size} MB in ${root}. To start it, with DATABASE_URL: cd ${join(root, workdir)}`);
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  console.log([...settings, `${root}/usr/local/bin/${command[0]}`, ...command.slice(1)].join(" "));
}
