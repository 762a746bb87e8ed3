/**
 * A site reduced to what alerts need, in a process of its own that a test can kill: lowers the price of one game after
 * the other, telling of each on its standard output, and sends the mails that this queues to a folder. Runs until it is
 * killed. Arguments: address of the database, data folder, ids of the games.
 */
import { pino } from "pino";
import { alertJobs } from "../alerts/jobs.ts";
import { connect } from "../db/connect.ts";
import { startWorkers } from "../jobs/work.ts";
import { mailJobs } from "../mail/jobs.ts";
import { recordOffers } from "../prices/commands.ts";
import { secretKey } from "./secret-key.ts";

const [connectionString = "", dataDir = "", ...gameIds] = process.argv.slice(2);
const { db, pool } = connect({ connectionString }, () => {}, { size: 4 });
const log = pino({ level: "silent" });
const env = { smtpUrl: undefined, mailFrom: undefined, dataDir, publicUrl: "https://games.example" };
const workers = await startWorkers({ pool, log }, [
  ...mailJobs({ env, secretKey, isVerified: async () => true, siteName: () => "Shop", log }),
  ...alertJobs({ db, secretKey, maxPerDay: () => 1_000 }),
]);
for (const id of gameIds) {
  await recordOffers(db, [{ gameId: Number(id), store: "steam", priceCents: 1_000 }], { now: new Date() });
  workers.wake();
  console.log(id);
}
