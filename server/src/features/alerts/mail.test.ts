import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { signInUser } from "../../test/users.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { setAlert } from "./commands.ts";
import { priceAlerts } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
const outbox = folder.path("outbox");
const app = await startTestApp(database, { env: { DATA_DIR: folder.path("."), PUBLIC_URL: "https://shop.example" } });

test("a drop sends a mail whose one-click link removes the alert", async () => {
  const { id: userId } = await signInUser(db, "Ada");
  const [gameId = 0] = await addCatalogue(db, [{ title: "Tom & <Jerry>", offers: { gog: { priceMinor: 2_000 } } }]);
  await setAlert(db, { userId, gameId, targetMinor: 1_500 }, 200);
  await recordOffers(db, [{ gameId, store: "gog", priceMinor: 1_499 }], { now: new Date() });

  const letters = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
  await expect.poll(letters, { timeout: 20_000 }).toHaveLength(1);
  const [name = ""] = await letters();
  // long header lines are folded, long body lines quoted
  const mail = (await readFile(join(outbox, name), "utf8"))
    .replaceAll(/=\r\n/g, "")
    .replaceAll("=3D", "=")
    .replaceAll(/\r\n[ \t]+/g, " ");
  expect(mail).toMatch(/^To: Ada@example\.com\r$/m);
  expect(mail).toMatch(/^Subject: Tom & <Jerry> is \$14\.99 at GOG\r$/m);
  expect(mail).toContain("Tom &amp; &lt;Jerry&gt; has reached your target price of $15.00.");
  expect(mail).toContain(`https://shop.example/games/${gameId}`);
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);

  const stop = new URL(mail.match(/^List-Unsubscribe: <(\S+)>\r$/m)?.[1] ?? "");
  expect(stop.origin).toBe("https://shop.example");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const url = stop.pathname + stop.search;
  const response = await app.inject({ method: "POST", url, headers, payload: "List-Unsubscribe=One-Click" });
  expect(response.statusCode).toBe(204);
  expect(await db.$count(priceAlerts)).toBe(0);
});
