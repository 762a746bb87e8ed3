import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { attachRouterServerSsrUtils } from "@tanstack/react-router/ssr/server";
import type { Call } from "contract/call.ts";
import fc from "fast-check";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { HeadOfBrowser, HeadOfServer } from "./document-head.tsx";
import type { RouterManifest } from "./entry-server.tsx";
import { getRouter } from "./router.ts";

// as in a build
vi.stubEnv("TSS_INLINE_CSS_ENABLED", "true");
afterAll(() => void vi.unstubAllEnvs());

const nonce = "5f2c";

const files = { preloads: ["/assets/entry.js", "/assets/page.js"], css: ["/assets/page.css"] };
const manifest: RouterManifest = {
  inlineCss: { styles: { "/assets/site.css": 'a > b::before { content: "<&" }' } },
  routes: {
    __root__: { preloads: ["/assets/entry.js"], css: ["/assets/site.css"] },
    "/_main/games/$id": { preloads: [{ href: "/assets/game.js" }, "/assets/cards.js"], css: [] },
    "/admin/{-$tab}": files,
  },
};

/** The head of an address's page as React makes it, and as the server writes it; without nonces. */
async function headsOf(address: string, title: string) {
  const game = { id: 7, title, explicit: title.length > 3, best_store: null };
  const call = (async (route: string, input: { params?: { id: number } }) => {
    if (route === "GET /api/games/{id}" && input.params?.id === 7) return game;
    if (route === "GET /api/games/{id}" && input.params?.id === 8) {
      throw new ApiError("No such game", { status: 404, code: "not_found" });
    }
    throw new ApiError("Out of order", { status: 500, code: "internal" });
  }) as Call;
  const publicUrl = "https://games.example.com";
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = getRouter({ call, history, publicUrl, origin: publicUrl, renderToString });
  router.options.ssr = { nonce };
  attachRouterServerSsrUtils({ router, manifest });
  await router.load();
  const headBy = (Head: ComponentType) =>
    renderToString(
      <RouterContextProvider router={router}>
        <html lang="en">
          <Head />
          <body />
        </html>
      </RouterContextProvider>,
    )
      .replaceAll(` nonce="${nonce}"`, "")
      .replace(`<meta property="csp-nonce" content="${nonce}"/>`, "");
  return { byReact: headBy(HeadOfBrowser), byServer: headBy(HeadOfServer) };
}

test.each([
  "/",
  "/games",
  '/games?search="><script>&page=2',
  "/free?page=3",
  "/games/7",
  "/games/8",
  "/games/9",
  "/game/7",
  "/games/seven",
  "/privacy",
  "/terms",
  "/contact",
  "/wishlist",
  "/profile",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password?token=a",
  "/verify-email?token=a",
  "/undo-email?token=a",
  "/alerts/stop?token=a",
  "/auth/callback",
  "/admin",
  "/admin/strings",
])("the head of %s is what React makes of it", async (address) => {
  const { byReact, byServer } = await headsOf(address, "Portal 2");
  expect(byServer).toBe(byReact);
  expect(byServer).toMatch(/<title>.+<\/title>/);
  expect(byServer.includes("Portal 2")).toBe(/^\/games?\/7$/.test(address));
});

test("whatever a game is called, it is what React makes of it", async () => {
  const word = fc.string({ unit: fc.constantFrom(..."<>&'\"=/aé龙 -") });
  await fc.assert(
    fc.asyncProperty(word, async (title) => {
      const { byReact, byServer } = await headsOf("/games/7", title);
      expect(byServer).toBe(byReact);
    }),
    { numRuns: 50 },
  );
});
