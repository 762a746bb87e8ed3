import { expect, test } from "vitest";
import { asc, eq } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { unvoidRecord, voidRecord } from "../../prices/desk/commands-records.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { notificationEvents } from "../table.ts";
import { addRule } from "./commands-rules.ts";

const { db } = await createTestDatabase();
const { id: userId } = await signInUser(db, "Ada");
const day = (number: number) => new Date(Date.parse("2026-03-01T00:00:00Z") + number * 24 * 3_600_000);

test.each(["all", "official"] as const)(
  "a voided wrong low no longer counts as the lowest price, at %s stores",
  async (scope) => {
    const [gameId = 0] = await addCatalogue(
      db,
      [{ title: `Voided ${scope}`, offers: { steam: { priceMinor: 2_000 } } }],
      day(0),
    );
    const record = (number: number, priceMinor: number) =>
      recordOffers(db, [{ gameId, store: "steam", priceMinor }], { now: day(number) });
    for (const kind of ["low", "drop"] as const) {
      await addRule(db, userId, {
        kind,
        subject: { type: "game", id: gameId },
        country: "US",
        value: null,
        scope,
        channels: [],
      });
    }
    const reported = async () => {
      const events = await db
        .select({ kind: notificationEvents.kind, price: notificationEvents.newMinor })
        .from(notificationEvents)
        .where(eq(notificationEvents.gameId, gameId))
        .orderBy(asc(notificationEvents.id));
      return events.map(({ kind, price }) => `${kind} ${price}`);
    };
    await record(1, 1);
    await record(2, 1_900);
    const wrong = { gameId, country: "US", store: "steam", at: day(1) };
    await voidRecord(db, null, wrong, "A typo", day(3));
    expect(await reported()).toEqual(["low 1", "drop 1"]);
    await record(4, 1_500);
    expect(await reported()).toEqual(["low 1", "drop 1", "low 1500", "drop 1500"]);
    await unvoidRecord(db, null, wrong, day(5));
    await record(6, 1_400);
    expect((await reported()).slice(4)).toEqual(["drop 1400"]);
  },
);
