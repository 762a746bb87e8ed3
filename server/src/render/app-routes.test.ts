import sharp from "sharp";
import { expect, test } from "vitest";
import { markets } from "../features/markets/table.ts";
import { eq } from "../platform/db/drizzle.ts";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";

const database = await createTestDatabase();
await database.db.update(markets).set({ enabled: true }).where(eq(markets.country, "GB"));
const app = await startTestApp(database);

test.each([
  ["", "/", "/deals"],
  ["?country=GB", "/gb", "/gb/deals"],
  ["?country=gb", "/gb", "/gb/deals"],
  ["?country=US", "/", "/deals"],
  ["?country=ZZ", "/", "/deals"],
  ["?country=a&country=b", "/", "/deals"],
])("the manifest%s starts at %s (spec/app 1.1)", async (search, start, deals) => {
  const response = await app.inject(`/manifest.webmanifest${search}`);
  expect(response.headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  expect(response.json()).toMatchObject({
    id: "/",
    name: "Lootwise",
    start_url: start,
    shortcuts: [{ url: deals }, {}, {}],
  });
});

test.each([
  ["?language=de", "de", "ltr", "/us-de", "Deals"],
  ["?language=ar&country=GB", "ar", "rtl", "/gb-ar", "العروض"],
  ["?language=tlh", "en", "ltr", "/", "Deals"],
])("the manifest%s is in the language %s", async (search, lang, dir, start, deals) => {
  const manifest = (await app.inject(`/manifest.webmanifest${search}`)).json();
  expect(manifest).toMatchObject({ lang, dir, start_url: start, shortcuts: [{ name: deals }, {}, {}] });
});

test.each([
  ["/offline", "en", "ltr", "You are offline", "/"],
  ["/us-de/offline", "de", "ltr", "Du bist offline", "/us-de"],
  ["/gb-ar/offline", "ar", "rtl", "لا يوجد اتصال بالإنترنت", "/gb-ar"],
  ["/gb/offline", "en", "ltr", "You are offline", "/gb"],
  ["/US-DE/offline", "de", "ltr", "Du bist offline", "/us-de"],
  ["/zz-tlh/offline", "en", "ltr", "You are offline", "/"],
])("%s is in the language %s of its place (spec/app 2.1)", async (path, lang, dir, title, home) => {
  const { body } = await app.inject(path);
  expect(body).toContain(`<html lang="${lang}" dir="${dir}">`);
  expect(body).toContain(`<h1>${title}</h1>`);
  expect(body).toContain(`<a href="${home}">`);
});

test("all icons are PNGs of the manifest's size; maskable ones are opaque", async () => {
  const { icons } = (await app.inject("/manifest.webmanifest")).json();
  for (const { src, sizes, purpose } of icons) {
    const picture = sharp((await app.inject(src)).rawPayload);
    const { width, height, format } = await picture.metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, "png"]);
    if (purpose === "maskable") expect((await picture.stats()).isOpaque).toBe(true);
  }
});

test("the offline page has the look of the site and loads nothing else, its worker from this origin only", async () => {
  const page = await app.inject("/offline");
  expect(page.body).toContain("<h1>You are offline</h1>");
  expect(page.body).not.toMatch(/<script|<link|src=/);
  // the mark and the colours of the site, in both themes
  expect(page.body).toMatch(/<svg[\s\S]+<h1>/);
  expect(page.body).toMatch(/<style>[^<]*light-dark\([^<]*#c4ee45/);
  const worker = await app.inject("/service-worker.js");
  expect(worker.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'",
    "content-type": "text/javascript; charset=utf-8",
  });
});
