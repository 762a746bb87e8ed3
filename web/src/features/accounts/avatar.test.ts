import { expect, test } from "vitest";
import { avatarAddress } from "./avatar.tsx";

test.each([
  ["https://cdn.example/a.jpg", "https://cdn.example/a.jpg"],
  ["http://cdn.example/a.jpg", "http://cdn.example/a.jpg"],
  ["shop.example/avatars/1.png", "//shop.example/avatars/1.png"],
  ["shop.example.evil.org/1.png", null],
  ["javascript:alert(1)", null],
  ["data:image/svg+xml,<svg/>", null],
  ["//cdn.example/a.jpg", null],
  ["httpsx", null],
  ["", null],
  [null, null],
])("the picture at %j is loaded from %j (spec/storefront 3.4)", (url, expected) => {
  expect(avatarAddress(url, "shop.example")).toBe(expected);
});

test("while the host is unknown, only absolute addresses are loaded", () => {
  expect(avatarAddress("/a.png", "")).toBeNull();
});
