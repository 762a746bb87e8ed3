// `npm run db:generate -- add_alerts` writes a migration from the last one to the current tables.
import { join } from "node:path";
import { run } from "./run.mjs";
import { ensureInstalled, root } from "./setup.mjs";

const name = process.argv[2];
if (!/^[a-z][a-z0-9_]*$/.test(name ?? "")) {
  console.error("Name the migration after what it does: npm run db:generate -- add_alerts");
  process.exit(1);
}
ensureInstalled();
run([join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", `--name=${name}`], { cwd: join(root, "server") });
