import { runCommand } from "./program.ts";

let failure: NodeJS.ErrnoException | undefined;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // who reads the output may stop early, as `head` does
  if (error.code !== "EPIPE") failure ??= error;
});

const code = await runCommand(process.argv.slice(2));
// the last write may still fail
await new Promise((done) => process.stdout.write("", done));
if (failure) console.error(`The output cannot be written: ${failure.message}`);
// Without waiting for what a command has left open.
process.exit(failure ? 1 : code);
