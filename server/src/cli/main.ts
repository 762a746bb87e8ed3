import { runCommand } from "./program.ts";

// Without waiting for what a command has left open.
process.exit(await runCommand(process.argv.slice(2)));
