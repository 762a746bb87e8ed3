// A process that uses the embedded database: says "up" when it does, and leaves when its input ends.
import { startEmbedded } from "../db/embedded.ts";

const [dataDir = "", binDir] = process.argv.slice(2);
const log = { info() {}, warn: console.warn, error: console.error };
const server = await startEmbedded({ dataDir, binDir, log, durable: false });
console.log("up");
process.stdin.resume().on("end", async () => {
  await server.stop();
  process.exit(0);
});
