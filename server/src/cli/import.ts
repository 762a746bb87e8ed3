import { type Command, InvalidArgumentError, Option } from "commander";
import { fileEncodings } from "contract/core/file-encoding.ts";

/** The parent of all import commands. */
export function importCommand(program: Command): Command {
  const existing = program.commands.find((command) => command.name() === "import");
  return existing ?? program.command("import").description("brings data in from a file");
}

/** Parses `ours=theirs,…`, the names that a file has for our fields. */
export function mapOf<Field extends string>(fields: readonly Field[]) {
  return (value: string): ReadonlyMap<Field, string> => {
    const pairs = value.split(",").map((pair) => {
      const [name = "", theirs = ""] = pair.split("=").map((part) => part.trim());
      const ours = fields.find((field) => field === name);
      if (ours === undefined) throw new InvalidArgumentError(`"${name}" is not a field of ours.`);
      if (theirs === "") throw new InvalidArgumentError(`"${pair}" must name a field of the file: ${ours}=…`);
      return [ours, theirs] as const;
    });
    return new Map(pairs);
  };
}

/** `--encoding`, of files without a byte order mark or a declaration. */
export function encodingOption(): Option {
  return new Option(
    "--encoding <name>",
    "the file's encoding, if it neither begins with a mark nor declares it",
  ).choices(fileEncodings);
}
