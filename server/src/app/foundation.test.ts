import { expect, test } from "vitest";
import { createLog } from "../platform/process/log.ts";
import { createTestDatabase } from "../test/database.ts";
import { openCheckedSecretKey } from "./foundation.ts";

const { db } = await createTestDatabase();

test("a process with another key than the last one warns once, and never logs a key", async () => {
  const lines: string[] = [];
  const log = createLog("trace", (line) => lines.push(line));
  const keys = ["first key, first key, first key, first", "second key, second key, second key, s"];
  const open = (secretKey: string) => openCheckedSecretKey(db, { secretKey, dataDir: "/nowhere" }, log);
  for (const key of [keys[0]!, keys[0]!]) await open(key);
  expect(lines).toEqual([]);
  const { derive } = await open(keys[1]!);
  expect(lines).toEqual([expect.stringContaining("not the one that this database was last used with")]);
  await open(keys[1]!);
  expect(lines).toHaveLength(1);
  const values = keys.flatMap((key) => [key, Buffer.from(key).toString("base64")]);
  for (const value of [...values, derive("mail").toString("hex")]) expect(lines[0]).not.toContain(value);
});
