import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { commonHeaders } from "./headers.ts";

const app = await startTestApp(await createTestDatabase(), { env: { PUBLIC_URL: "https://shop.example" } });
await app.listen({ host: "127.0.0.1", port: 0 });

const closed = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

test.each([
  ["/api/games", 200],
  ["/api/wishlist", 401],
  ["/api/nothing", 404],
  ["/api/games/%zz", 400],
  ["/assets/nothing.js", 404],
  ["/robots.txt", 200],
  ["/api/auth/google", 302],
])("%s, with status %s, has the common headers", async (url, status) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject(
    url === "/api/auth/google" ? { ...closed, "referrer-policy": "no-referrer" } : closed,
  );
});

test("even invalid HTTP gets the common headers", async () => {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  let response = "";
  socket.on("data", (data) => {
    response += data;
  });
  socket.end("hello\r\n\r\n");
  await once(socket, "close");
  for (const [name, value] of Object.entries(closed)) {
    if (typeof value === "string") expect(response).toContain(`\r\n${name}: ${value}\r\n`);
  }
});

test.each(["/favicon.svg", "/og-image.jpg"])("other sites may show %s", async (url) => {
  expect((await app.inject(url)).headers["cross-origin-resource-policy"]).toBe("cross-origin");
});

test("other sites can't read responses, and preflight requests are rejected", async () => {
  const headers = { origin: "https://elsewhere.example", "access-control-request-method": "POST" };
  for (const [method, url] of [
    ["OPTIONS", "/api/games"],
    ["OPTIONS", "/"],
    ["GET", "/api/games"],
  ] as const) {
    const response = await app.inject({ method, url, headers });
    expect(Object.keys(response.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    if (method === "OPTIONS") expect(response.statusCode).toBe(405);
  }
});

test("a site without HTTPS doesn't send HSTS", () => {
  expect(commonHeaders("http://localhost:3000")).not.toHaveProperty("strict-transport-security");
});
