// A process that uses the embedded database. It prints "up" when ready and stops when its input ends.
import { startEmbedded } from "../../platform/db/embedded/embedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const log = { info() {}, warn: console.warn, error: console.error };
const server = await startEmbedded({ dataDir, log, durable: false });
console.log("up");
process.stdin.resume().on("end", async () => {
  await server.stop();
  process.exit(0);
});
