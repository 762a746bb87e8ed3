import type { Command } from "commander";

/** The command that everything which is imported stands under. */
export function importCommand(program: Command): Command {
  const existing = program.commands.find((command) => command.name() === "import");
  return existing ?? program.command("import").description("brings data in from a file");
}
