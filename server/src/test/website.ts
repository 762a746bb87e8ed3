import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brand } from "contract/brand.ts";
import { afterAll } from "vitest";

/** A website whose paths name what a page does; other pages show their address. */
const website = `
export const headScript = () => "";
export const pageKey = (url) => "key of " + url.replace("?utm_source=mail", "");
export async function renderPage(url, { call }) {
  if (url === "/dies") process.exit(7);
  if (url.startsWith("/hangs")) for (;;);
  if (url === "/throws") throw new Error("the cause");
  if (url === "/calls") return page(JSON.stringify(await call("GET /api/site", {})));
  if (url === "/fails") await call("GET /api/games/{id}", { params: { id: 1 } });
  if (url === "/waits") await call("GET /api/content/strings", {});
  if (url === "/away") return { status: 307, location: "/", html: "" };
  return page(url);
}
const page = (html) => ({ status: 200, location: null, html });
`;

/** The URL of a folder with its build, removed after the file's last test. */
export async function createTestWebsite(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), `${brand.slug}-website-`));
  afterAll(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "server"));
  await mkdir(join(folder, "client/assets"), { recursive: true });
  await mkdir(join(folder, "client/.vite"));
  await writeFile(join(folder, "server/entry-server.js"), website);
  await writeFile(join(folder, "client/.vite/router-manifest.json"), "{}");
  return pathToFileURL(`${folder}/`);
}
