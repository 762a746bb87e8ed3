// A process with only the site's rules, for tests that kill it. It lowers the price of one game after another, prints
// each id, and delivers to channels by HTTP and to mail by the queue, on a clock that runs faster. Arguments: URL of
// the database, data folder, address of the channels, beginning and speed of the clock, ids of games.
import { pino } from "pino";
import { prepareStopLinks } from "../../features/notifications/delivery/commands-stop-link.ts";
import { notificationJobs } from "../../features/notifications/delivery/jobs.ts";
import { recordOffers } from "../../features/prices/offers/commands.ts";
import { connect } from "../../platform/db/connect.ts";
import { startWorkers } from "../../platform/jobs/work.ts";
import { mailJobs } from "../../platform/mail/jobs.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import { englishReaders } from "../readers.ts";
import { secretKey } from "../secret-key.ts";

const [connectionString = "", dataDir = "", receiver = "", begun = "", speed = "", ...gameIds] = process.argv.slice(2);
const { db, pool } = connect({ connectionString }, () => {}, { size: 12 });
const log = pino({ level: "silent" });
const now = () => new Date(Number(begun) + (Date.now() - Number(begun)) * Number(speed));
const env = { dataDir, publicUrl: "https://games.example" };
const [deliverDue] = notificationJobs({
  db,
  publicUrl: env.publicUrl,
  readers: englishReaders,
  links: prepareStopLinks(secretKey),
  async deliver(channelId, message) {
    const body = JSON.stringify(message);
    const response = await fetch(`${receiver}/${channelId}`, { method: "POST", body }).catch(() => null);
    return response?.ok ? "delivered" : "retry";
  },
  async queueMail(tx, channelId, write) {
    await queueMail(tx, { to: `channel-${channelId}@example.com`, addressee: "verified", ...write(null) }, secretKey);
    return true;
  },
  maxAlertMails: () => 1_000,
  now,
  leaseMs: 1_000 * Number(speed),
});
const workers = await startWorkers(
  { pool, log },
  mailJobs({
    env,
    findServer: async () => ({ url: undefined, from: undefined }),
    secretKey,
    isVerified: async () => true,
    readerOf: (mail) => englishReaders.ofMail(db, mail),
    siteName: () => "Shop",
    log,
  }),
);
// as the queue would every minute, but every three, because on this clock runs would follow each other without a pause
const tickMs = 3 * 60_000;
setInterval(() => {
  deliverDue!.run({}, "").catch(() => {});
  workers.wake();
}, tickMs / Number(speed));
for (const id of gameIds) {
  await recordOffers(db, [{ gameId: Number(id), store: "steam", priceMinor: 1_000 }], { now: now() });
  console.log(id);
}
