import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { lookForNewerVersion } from "./queries-newer-version.ts";

let response = "";
const requests: IncomingMessage[] = [];
const server = createServer((request, reply) => {
  requests.push(request);
  reply.end(response);
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.json`;

function look(body: string, more = {}) {
  response = body;
  const errors: string[] = [];
  const find = lookForNewerVersion({ url, own: "1.9.0", onError: (error) => errors.push(String(error)), ...more });
  return { find, errors };
}

test.each([
  ['{"version": "1.10.0"}', "1.10.0"],
  ['{"tag_name": "v2.0.0", "assets": []}', "2.0.0"],
])("%s is newer than 1.9.0", async (body, version) => {
  const { find } = look(body);
  expect(find()).toBeNull();
  await expect.poll(find).toBe(version);
});

test.each(["1.9.0", "1.8.9", "0.10.10"])("%s is not newer", async (version) => {
  const count = requests.length;
  const { find, errors } = look(JSON.stringify({ version }));
  find();
  await expect.poll(() => requests.length).toBe(count + 1);
  expect([find(), errors]).toEqual([null, []]);
});

test("it is looked for once a day, and nothing about the site is sent", async () => {
  const count = requests.length;
  let now = Date.parse("2026-01-01");
  const { find } = look('{"version": "2.0.0"}', { now: () => now });
  find();
  await expect.poll(find).toBe("2.0.0");
  now += 23 * 3_600_000;
  find();
  expect(requests.length).toBe(count + 1);
  const { url: path, headers } = requests.at(-1)!;
  expect(path).toBe("/latest.json");
  expect(Object.keys(headers).sort()).toEqual(["accept-encoding", "connection", "host"]);
  now += 3_600_000;
  response = '{"version": "2.0.1"}';
  find();
  await expect.poll(find).toBe("2.0.1");
});

test("without an address nothing is requested", () => {
  const count = requests.length;
  expect(look("", { url: undefined }).find()).toBeNull();
  expect(requests.length).toBe(count);
});

test.each(["<html>", '{"version": "<b>2</b>"}', "{}", "null"])("%s is reported, and is no version", async (body) => {
  const { find, errors } = look(body);
  find();
  await expect.poll(() => errors).toHaveLength(1);
  expect(find()).toBeNull();
});
