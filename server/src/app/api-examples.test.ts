import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { scopes } from "contract/scopes.ts";
import { expect, test } from "vitest";
import { addKey } from "../test/api-keys.ts";
import { startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { signInUser } from "../test/users.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.info("The examples of docs/api.md are not run: there is no curl");

const database = await createTestDatabase();
await addCatalogue(database.db, [
  { title: "Dark Forest", steamAppid: 9_900_042, offers: { gog: { priceMinor: 999, regularMinor: 1_998 } } },
]);
const app = await startTestApp(database, { alone: true });
await app.listen({ host: "127.0.0.1", port: 0 });
const { id } = await signInUser(database.db, "reader");
const folder = await createTestFolder();
const env = {
  ...process.env,
  SITE: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  KEY: await addKey(database.db, id, scopes),
};

/** Commands with the part of the response that stands below them. */
const document = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8");
const examples = document.matchAll(/^## \d (.+)\n\n```sh\n([^`]+)```\n[^`]*(?:`[^`\n]+`[^`]*)*```json\n([^`]+)```/gm);

test.skipIf(!hasCurl).each([...examples].map(([, title, command, response]) => ({ title, command, response })))(
  "the example “$title” of docs/api.md runs as it stands there",
  async ({ command, response }) => {
    const { stdout } = await promisify(execFile)("sh", ["-c", command!.replace("curl", "curl --silent")], { env });
    expect(JSON.parse(stdout)).toMatchObject(JSON.parse(response!));
  },
);

test("docs/api.md has seven examples", () => {
  expect(document.match(/^```sh$/gm)).toHaveLength(7);
});

test("the program of docs/api.md that sends what its user owns runs as it stands there", async () => {
  const [, program] = /^```js\n([^`]+(?:`[^`\n]+`[^`]+)*)```$/m.exec(document)!;
  expect(program!.trim().split("\n").length).toBeLessThanOrEqual(30);
  const script = await folder.write("send.mjs", program!);
  const owned = await folder.write("owned.txt", "Dark Forest\nUnheard Of\n");
  const { stdout } = await promisify(execFile)(process.execPath, [script, env.SITE, env.KEY, owned]);
  expect(stdout).toContain("Not in the catalogue: Unheard Of");
  const library = await app.inject({ url: "/api/library", headers: { authorization: `Bearer ${env.KEY}` } });
  expect(library.json().items).toMatchObject([{ game: { title: "Dark Forest" }, state: "owned" }]);
});
