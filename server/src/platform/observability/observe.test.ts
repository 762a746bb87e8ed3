import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import type { Metrics } from "./metrics.ts";
import { serveMetrics } from "./observe.ts";

const metrics: Metrics = {
  contentType: "text/plain; version=0.0.4",
  observeRequest() {},
  observeJob() {},
  countMail() {},
  read: async () => "up 1\n",
};
let app: ReturnType<typeof Fastify>;
afterEach(() => app.close());

/** Serves metrics on a free port and returns their address. */
async function serve(metricsToken?: string): Promise<string> {
  app = Fastify();
  const port = await serveMetrics(app, metrics, { metricsPort: 0, metricsHost: "127.0.0.1", metricsToken });
  return `http://127.0.0.1:${port}/metrics`;
}

test("a separate port serves only metrics, and the site's port doesn't serve them", async () => {
  const address = await serve();
  const response = await fetch(address);
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    metrics.contentType,
    "up 1\n",
  ]);
  expect((await fetch(`${address}/more`)).status).toBe(404);
  expect((await app.inject("/metrics")).statusCode).toBe(404);
  await app.close();
  await expect(fetch(address)).rejects.toThrow();
});

test("a token protects the separate port as well", async () => {
  const address = await serve("a-token-for-prometheus");
  expect((await fetch(address)).status).toBe(401);
  expect((await fetch(address, { headers: { authorization: "Bearer a-token-for-prometheus" } })).status).toBe(200);
});

test("a port in use fails the start with a line that names the variable", async () => {
  const { port } = new URL(await serve());
  const other = { metricsPort: Number(port), metricsHost: "127.0.0.1", metricsToken: undefined };
  await expect(serveMetrics(Fastify(), metrics, other)).rejects.toThrow(/^METRICS_PORT: .*EADDRINUSE/);
});
