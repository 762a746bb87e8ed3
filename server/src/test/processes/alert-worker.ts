// A process with only the site's alerts, for tests that kill it. Lowers the price of one game after another, prints
// each id and writes the queued mails to a folder. Arguments: URL of the database, data folder, ids of games.
import { pino } from "pino";
import { alertJobs } from "../../features/alerts/jobs.ts";
import { recordOffers } from "../../features/prices/offers/commands.ts";
import { connect } from "../../platform/db/connect.ts";
import { startWorkers } from "../../platform/jobs/work.ts";
import { mailJobs } from "../../platform/mail/jobs.ts";
import { secretKey } from "../secret-key.ts";

const [connectionString = "", dataDir = "", ...gameIds] = process.argv.slice(2);
const { db, pool } = connect({ connectionString }, () => {}, { size: 4 });
const log = pino({ level: "silent" });
const env = { smtpUrl: undefined, mailFrom: undefined, dataDir, publicUrl: "https://games.example" };
const workers = await startWorkers({ pool, log }, [
  ...mailJobs({ env, secretKey, isVerified: async () => true, readText: () => "", siteName: () => "Shop", log }),
  ...alertJobs({ db, secretKey, maxPerDay: () => 1_000 }),
]);
for (const id of gameIds) {
  await recordOffers(db, [{ gameId: Number(id), store: "steam", priceMinor: 1_000 }], { now: new Date() });
  workers.wake();
  console.log(id);
}
