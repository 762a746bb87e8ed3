import { pages } from "contract/pages.ts";
import { expect, test } from "vitest";
import { isMarketPage } from "../api/place.ts";
import { isCachedPage, kindOf } from "./what-to-cache.ts";

const kindOfRequest = (path: string, more: { method?: string; isNavigation?: boolean; isSignedIn?: boolean } = {}) =>
  kindOf({
    method: "GET",
    isNavigation: false,
    isSignedIn: false,
    ...more,
    pathname: new URL(path, "https://shop.example").pathname,
  });

test.each([
  ["/assets/a-1.js", "file"],
  ["/api/games?page=2", "public"],
  ["/api/games/1", "public"],
  ["/api/deals", "public"],
  ["/api/content/strings", "public"],
  ["/api/games/suggest?q=a", null],
  ["/api/gamesters", null],
  ["/api/wishlist", null],
  ["/api/auth/me", null],
  ["/images/games/1", null],
])("an anonymous GET of %s is %s (spec/app 2.1)", (path, kind) => expect(kindOfRequest(path)).toBe(kind));

test.each([
  ["/api/games/1", "personal"],
  ["/api/wishlist?page=1", "personal"],
  ["/api/lists/3", "personal"],
  ["/api/auth/me", null],
  ["/api/auth/export", null],
  ["/api/keys", null],
  ["/api/admin/dashboard/me", null],
])("a user's GET of %s is %s (spec/app 2.2)", (path, kind) =>
  expect(kindOfRequest(path, { isSignedIn: true })).toBe(kind),
);

test("only GETs are cached", () => {
  expect(kindOfRequest("/api/wishlist", { method: "POST", isSignedIn: true })).toBe(null);
});

test("pages with lists, games and the wishlist are cached, pages that can hold a secret are not", () => {
  const open = pages.filter(({ path }) => isCachedPage(path.replace("{id}", "1").replace("{slug}", "a")));
  const withPrices = pages.filter(({ path, secret }) => isMarketPage(path) && !secret);
  expect(new Set(open.map(({ path }) => path))).toEqual(
    new Set([...withPrices.map(({ path }) => path), "/game/{id}", "/wishlist"]),
  );
  expect(open.filter(({ secret }) => secret)).toEqual([]);
  expect(isCachedPage("/gb/shared/x")).toBe(false);
  expect(isCachedPage("/de-en/wishlist")).toBe(true);
  expect(kindOfRequest("/reset-password?token=x", { isNavigation: true })).toBe(null);
  expect(kindOfRequest("/gb/games?page=2", { isNavigation: true })).toBe("page");
});
