// A process that uses the embedded database: says "up" when it does, and leaves when its input ends.
import { startEmbedded } from "../db/embedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const log = { info() {}, warn: console.warn, error: console.error };
const server = await startEmbedded({ dataDir, log, durable: false });
console.log("up");
process.stdin.resume().on("end", async () => {
  await server.stop();
  process.exit(0);
});
