// What the site writes when PUBLIC_URL has a path.
import { pages } from "contract/pages.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { writeLetter } from "../platform/mail/letter.ts";
import { openBrowser } from "../test/browser.ts";
import { built } from "../test/built-website.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { englishReaders } from "../test/readers.ts";
import { callback, responseUrl, startSteamSite } from "../test/steam-site.ts";
import { signInUser } from "../test/users.ts";

const origin = "https://example.org";
const base = "/games-prices";
const publicUrl = origin + base;
if (!built) console.warn("Skipped the tests of pages at a path: the website is not built");

const database = await createTestDatabase();
const { db } = database;
const offers = { steam: { priceMinor: 999 } };
const [game = 0] = await addCatalogue(db, [
  { title: "Portal", genre: "Puzzle", tags: "Indie", developer: "Valve", rating: 9, steamAppid: 400, offers },
]);
const { app, steam, begin, newSteamId } = await startSteamSite(database, publicUrl);

let shared = "";
beforeAll(async () => {
  const { headers } = await signInUser(db, "sharer");
  const call = async (url: string, payload: object) =>
    (await app.inject({ method: "POST", url: `${base}/api/lists${url}`, headers, payload })).json();
  const { list } = await call("", { name: "Winter", description: "" });
  await call(`/${list.id}/items`, { gameId: game });
  shared = (await call(`/${list.id}/share`, {})).token;
});

/** What is not below the base path: paths in attributes, scripts and style sheets, and addresses of this host. */
function straysIn(body: string): string[] {
  const paths = [...body.matchAll(/\b(?:href|src|action|content|url|id|scope|start_url)"?[=:]"(\/[^"]*)"/g)];
  const sets = [...body.matchAll(/\bsrcset="([^"]+)"/gi)].flatMap(([, set]) => set!.split(", "));
  const inStyles = [...body.matchAll(/url\(["']?(\/[^"')]+)/g)];
  const absolute = [...body.matchAll(/https:\/\/example\.org([^\s"'<>\\]*)/g)];
  const found = [...[...paths, ...inStyles, ...absolute].map(([, path]) => path!), ...sets];
  return found.filter((path) => path !== base && !path.startsWith(`${base}/`));
}

async function open(path: string) {
  return app.inject({ url: base + path, headers: { accept: "text/html" } });
}

test.each([
  `/embed/game/${game}`,
  "/lootwise.user.js",
  `/oembed?url=${encodeURIComponent(`${publicUrl}/games/${game}`)}`,
  `/oembed?url=${encodeURIComponent(`${publicUrl}/us-de/games/${game}`)}`,
  "/robots.txt",
  "/sitemap.xml",
  "/sitemap-1.xml",
  "/.well-known/security.txt",
  "/feeds/games.rss",
  "/feeds/games.atom",
  "/feeds/games.json",
  "/feeds/free.ics",
  "/offline",
  "/us-de/offline",
  "/manifest.webmanifest?language=de",
  "/api/docs",
  "/api/docs/start.js",
  "/api/openapi.json",
  "/api/lookup?steam=400",
])("%s names only addresses below the path", async (path) => {
  const { statusCode, body } = await open(path);
  expect(statusCode).toBe(200);
  expect(straysIn(body)).toEqual([]);
});

test("robots.txt and the manifest name the path itself", async () => {
  expect((await open("/robots.txt")).body).toBe(
    `User-agent: *\nDisallow: ${base}/api/\nDisallow: ${base}/go/\nSitemap: ${publicUrl}/sitemap.xml\n`,
  );
  expect((await open("/manifest.webmanifest?language=de")).json()).toMatchObject({
    id: `${base}/`,
    scope: `${base}/`,
    start_url: `${base}/us-de`,
    icons: [{ src: `${base}/icons/192.png` }, {}, {}],
  });
});

test.each(["/favicon.svg", "/favicon.ico", "/og-image.jpg", "/icons/192.png", `/badge/${game}.svg`])(
  "%s is below the path",
  async (path) => expect((await open(path)).statusCode).toBe(200),
);

describe.skipIf(!built)("pages", () => {
  const paths = pages
    .filter(({ path }) => path !== "/shared/{token}" && path !== "/bundles/{id}")
    .flatMap(({ path, placeless }) => {
      const slug = { genre: "puzzle", tag: "indie", developer: "valve", store: "steam", under: "10" }[
        path.split("/")[1]!
      ];
      const filled = path
        .replace("{id}", String(game))
        .replace("{slug}", slug ?? "")
        .replace("{tab}", "strings");
      return placeless ? [filled] : [filled, `/us-de${filled.replace(/^\/$/, "")}`];
    });

  test.each([...paths, "/games?search=portal"])("%s names only addresses below the path", async (path) => {
    const { statusCode, body } = await open(path);
    expect(statusCode).toBe(200);
    expect(straysIn(body)).toEqual([]);
    expect(body).toContain(`<html lang="${path.startsWith("/us-de") ? "de" : "en"}" dir="ltr" data-base="${base}"`);
  });

  test("a shared list names only addresses below the path", async () => {
    const { statusCode, body } = await open(`/shared/${shared}`);
    expect(statusCode).toBe(200);
    expect(body).toContain("Portal");
    expect(straysIn(body)).toEqual([]);
  });

  test("a page's scripts, styles and worker are served", async () => {
    const { body } = await open("/us-de/games");
    const files = [...body.matchAll(/"(\/[^"]+\.(?:js|css|woff2|webmanifest))/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(5);
    for (const url of [...files, `${base}/service-worker.js`]) {
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200]);
    }
  });

  test("canonical and alternate addresses have the path before country and language", async () => {
    const { body } = await open(`/us-de/games/${game}`);
    expect(body).toContain(`<link rel="canonical" href="${publicUrl}/us-de/games/${game}"/>`);
    expect(body).toContain(`hrefLang="x-default" href="${publicUrl}/games/${game}"`);
    expect((await open("/")).body).toContain(`<link rel="canonical" href="${publicUrl}/"/>`);
  });
});

describe("redirects", () => {
  const ofPages: [path: string, status: number, target: string][] = [
    ["/GAMES/", 308, "/games"],
    ["/us/deals", 307, "/deals"],
    ["/nowhere", 307, "/"],
  ];
  const all: typeof ofPages = [
    ["/genre/%D0%B8%D0%BD%D0%B4%D0%B8", 301, "/genre/indie"],
    ["/api/auth/google", 302, "/auth/callback?error=not_configured&provider=google"],
    ...(built ? ofPages : []),
  ];
  test.each(all)("%s leads, with %i, to %s below the path", async (path, status, target) => {
    const { statusCode, headers } = await open(path);
    expect([statusCode, headers.location]).toEqual([status, base + target]);
  });

  test.each(["/", base, `${base}?a=1`, "/?a=1"])("%s leads to the home page", async (url) => {
    const { statusCode, headers } = await app.inject({ url });
    expect([statusCode, headers.location]).toEqual([308, `${base}/${url.includes("?") ? "?a=1" : ""}`]);
  });
});

test.each(["/games", "/api/docs", "/assets/x.js", "/robots.txt", `${base}-2/games`, "/GAMES-PRICES/games"])(
  "%s, which is beside the path, is not found",
  async (url) => {
    const { statusCode, headers } = await app.inject({ url });
    expect([statusCode, headers["x-content-type-options"]]).toEqual([404, "nosniff"]);
  },
);

test("checks of the process need no path", async () => {
  for (const path of ["/api/health", "/api/ready"]) {
    for (const url of [path, base + path]) expect((await app.inject({ url })).statusCode).toBe(200);
  }
});

test("an absolute target of this host is read as its path", async () => {
  expect((await app.inject({ url: `${publicUrl}/api/site` })).statusCode).toBe(200);
  expect((await open("/games/%FF")).body).toContain(`<a href="${base}/">`);
});

test("signing in with Steam comes back below the path, with cookies of this site only", async () => {
  const { browser, sentTo, returnTo } = await begin(openBrowser(app));
  expect(returnTo).toMatch(`${publicUrl}${new URL(callback).pathname}?state=`);
  expect(sentTo.searchParams.get("openid.realm")).toBe(publicUrl);
  const fields = Object.entries(steam.assert(returnTo, newSteamId()));
  const { location, headers } = await browser.open(responseUrl(returnTo, fields));
  expect(location).toMatch(new RegExp(`^${base}/auth/callback\\?token=[\\w-]{43}$`));
  for (const cookie of [headers["set-cookie"]].flat()) {
    expect(cookie).toMatch(/^__Secure-lootwise_\w+=/);
    expect(cookie).toMatch(new RegExp(`; Path=${base}/api/auth;.* HttpOnly; Secure`));
  }
});

test("links in mails are below the path", async () => {
  const mail = {
    to: "ann@example.org",
    addressee: "verified" as const,
    subject: "Hello",
    paragraphs: [],
    action: { label: "See it", path: "/games/1" },
    reason: "You asked for this.",
    stop: { links: [{ label: "No more", path: "/alerts/stop?token=abc" }], oneClickPath: "/api/alerts/stop/abc" },
  };
  const { text, html } = writeLetter(mail, { siteName: "Lootwise", publicUrl }, await englishReaders.ofMail(db, mail));
  expect(text).toContain(`See it:\n${publicUrl}/games/1\n`);
  expect(text).toContain(`No more: ${publicUrl}/alerts/stop?token=abc\n`);
  expect(straysIn(html)).toEqual([]);
});
