import { expect, test } from "vitest";
import { addKey } from "../../../test/api-keys.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";

const database = await createTestDatabase();
// 3 calls a minute by a key, 6 from an address
const app = await startTestApp(database, { alone: true, env: { RATE_LIMIT_SCALE: "0.01" } });

test("beyond its limit a key gets 429 with the headers; another key of the account does not", async () => {
  const { id } = await signInUser(database.db, "ann");
  const [first, second] = [
    await addKey(database.db, id, ["read:lists"]),
    await addKey(database.db, id, ["read:lists"]),
  ];
  const callWith = (token: string) =>
    app.inject({ url: "/api/wishlist", headers: { authorization: `Bearer ${token}` } });
  for (const left of ["2", "1", "0"]) expect((await callWith(first)).headers["ratelimit-remaining"]).toBe(left);
  const refused = await callWith(first);
  expect(refused.json()).toMatchObject({ code: "rate_limited" });
  expect(refused.headers).toMatchObject({
    "ratelimit-limit": "3",
    "ratelimit-remaining": "0",
    "ratelimit-reset": refused.headers["retry-after"],
  });
  expect((await callWith(second)).statusCode).toBe(200);
});
