import { Command } from "commander";
import { adminCommands } from "./cli/admin.ts";
import { auditCommands } from "./cli/audit.ts";
import { backupCommands } from "./cli/backup.ts";
import { catalogueCommands } from "./cli/catalogue.ts";
import { generateCommand } from "./cli/generate.ts";
import { historyCommands } from "./cli/history.ts";
import { matchesCommands } from "./cli/matches.ts";
import { moveCommand } from "./cli/move.ts";
import { pricesCommand } from "./cli/prices.ts";
import { syncCommand } from "./cli/sync.ts";

const program = new Command("npm run cli --")
  .description("Operates the site's database, while the site runs or not.")
  .showHelpAfterError("(--help tells what there is)")
  .configureHelp({ showGlobalOptions: false });

catalogueCommands(program);
historyCommands(program);
pricesCommand(program);
matchesCommands(program);
syncCommand(program);
generateCommand(program);
adminCommands(program);
auditCommands(program);
backupCommands(program);
moveCommand(program);
await program.parseAsync();
