import { expect, test } from "vitest";
import { createHosts } from "./hosts.ts";

const host = "https://pictures.example";

function watch() {
  const clock = { now: 0 };
  const paused: string[] = [];
  const hosts = createHosts(
    () => clock.now,
    (origin) => paused.push(origin),
  );
  return { clock, paused, hosts };
}

test("a host is left alone for a minute after three failures in a row, then tried once at a time", () => {
  const { clock, paused, hosts } = watch();
  hosts.failed(host);
  hosts.failed(host);
  expect(hosts.mayTry(host)).toBe(true);
  hosts.failed(host);
  expect(hosts.mayTry(host)).toBe(false);
  expect(hosts.mayTry("https://other.example")).toBe(true);
  expect(paused).toEqual([host]);

  clock.now = 60_000;
  expect([hosts.mayTry(host), hosts.mayTry(host)]).toEqual([true, false]);
  hosts.failed(host);
  clock.now = 119_999;
  expect(hosts.mayTry(host)).toBe(false);
  clock.now = 120_000;
  expect(hosts.mayTry(host)).toBe(true);
  hosts.responded(host);
  expect([hosts.mayTry(host), hosts.mayTry(host)]).toEqual([true, true]);
});

test("a response between failures keeps the circuit closed", () => {
  const { hosts } = watch();
  for (const happens of [hosts.failed, hosts.failed, hosts.responded, hosts.failed, hosts.failed]) happens(host);
  expect(hosts.mayTry(host)).toBe(true);
});
