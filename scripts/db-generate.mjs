// `npm run db:generate -- add_alerts` writes a migration from the last one to the current tables.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { ensureInstalled, root } from "./setup.mjs";

const name = process.argv[2];
if (!/^[a-z][a-z0-9_]*$/.test(name ?? "")) {
  console.error("Name the migration after what it does: npm run db:generate -- add_alerts");
  process.exit(1);
}
ensureInstalled();
process.on("exit", (code) => code === 0 && removeOldSnapshots());
run([join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", `--name=${name}`], { cwd: join(root, "server") });

/** The next migration starts from the last snapshot; each of them has thousands of lines. */
function removeOldSnapshots() {
  const folder = join(root, "server/migrations/meta");
  const snapshots = readdirSync(folder).filter((file) => file.endsWith("_snapshot.json"));
  for (const file of snapshots.sort().slice(0, -1)) rmSync(join(folder, file));
}
