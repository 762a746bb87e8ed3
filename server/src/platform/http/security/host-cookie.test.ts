import { expect, test } from "vitest";
import { hostCookie } from "./host-cookie.ts";

const cookieOf = (publicUrl: string) =>
  hostCookie(publicUrl, "name", { path: "/api", sameSite: "strict", maxAgeMs: 60_000 });

test.each(["https://shop.example", "http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
  "on %s no other host can set the cookie",
  (publicUrl) => {
    expect(cookieOf(publicUrl)).toEqual({
      name: "__Host-name",
      options: { path: "/", httpOnly: true, sameSite: "strict", secure: true, maxAge: 60 },
    });
  },
);

test.each([
  ["https://shop.example/games", "__Secure-name", true],
  ["http://shop.example/games", "name", false],
])("on %s, which shares its host, only the site gets the cookie", (publicUrl, name, secure) => {
  expect(cookieOf(publicUrl)).toEqual({
    name,
    options: { path: "/games/api", httpOnly: true, sameSite: "strict", secure, maxAge: 60 },
  });
});

test.each(["http://shop.example", "http://localhost.example", "http://192.168.0.7"])(
  "on %s, where browsers reject the prefix, the cookie has none",
  (publicUrl) => {
    expect(cookieOf(publicUrl)).toEqual({
      name: "name",
      options: { path: "/api", httpOnly: true, sameSite: "strict", secure: false, maxAge: 60 },
    });
  },
);
