import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { AppError } from "contract/core/errors.ts";
import { fileEncodings } from "contract/core/file-encoding.ts";
import { resolvePath } from "./run.ts";

/** The parent of all import commands. */
export function importCommand(program: Command): Command {
  const existing = program.commands.find((command) => command.name() === "import");
  return existing ?? program.command("import").description("Import data from a file");
}

/** The parent of all export commands. */
export function exportCommand(program: Command): Command {
  const existing = program.commands.find((command) => command.name() === "export");
  return existing ?? program.command("export").description("Export data to a file");
}

/** Parses `field=column,…`: our fields and the columns of a file that hold them. */
export function mapOf<Field extends string>(fields: readonly Field[]) {
  return (value: string): ReadonlyMap<Field, string> => {
    const pairs = value.split(",").map((pair) => {
      const [name = "", theirs = ""] = pair.split("=").map((part) => part.trim());
      const ours = fields.find((field) => field === name);
      if (ours === undefined) throw new InvalidArgumentError(`Unknown field "${name}".`);
      if (theirs === "") throw new InvalidArgumentError(`Expected ${ours}=<column>, not "${pair}".`);
      return [ours, theirs] as const;
    });
    return new Map(pairs);
  };
}

/** The content of a file that the command line names. Throws `invalid`. */
export async function readInput(path: string): Promise<Buffer> {
  const file = resolvePath(path);
  try {
    // some have no end
    if (!(await stat(file)).isCharacterDevice()) return await readFile(file);
  } catch (error) {
    throw new AppError("invalid", `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new AppError("invalid", `${path} is not a file`);
}

/** The result of reading a file; an `invalid` one is named. */
export function namingFile<T>(path: string, reading: Promise<T>): Promise<T> {
  return reading.catch((error) => {
    throw error instanceof AppError ? new AppError("invalid", `${basename(path)}: ${error.message}`) : error;
  });
}

/** `--encoding`, of files without a byte order mark or a declaration. */
export function encodingOption(): Option {
  return new Option("--encoding <name>", "encoding of files without a byte order mark or a declaration").choices(
    fileEncodings,
  );
}
