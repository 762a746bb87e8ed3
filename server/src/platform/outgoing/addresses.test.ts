import { expect, test } from "vitest";
import { checkPublicHost, checkPublicUrl, GuardError, isPublicAddress, lookupPublic } from "./addresses.ts";

test.each([
  ["8.8.8.8", true],
  ["172.15.255.255", true],
  ["172.16.0.1", false],
  ["10.1.2.3", false],
  ["127.0.0.1", false],
  ["0.0.0.0", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["192.168.1.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["2606:4700::1111", true],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::7f00:1", false],
  ["2001::1", false],
  ["2002:7f00:1::", false],
  ["fc00::1", false],
  ["fe80::1", false],
  ["ff02::1", false],
])("is %s public? %s", (address, expected) => expect(isPublicAddress(address)).toBe(expected));

/** Hosts that mean the machine or its network, in all spellings that an address may have. */
const privateHosts = [
  "localhost",
  "localhost.",
  "localhost..",
  "LOCALHOST",
  "LocalHost.",
  "%6cocalhost",
  "\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3",
  "localhost\u3002",
  "a.localhost",
  "a.b.LOCALHOST.",
  "localhost.localdomain",
  "printer.local",
  "PRINTER.Local.",
  "metadata.google.internal",
  "metadata.google.internal.",
  "db.internal",
  "Vault.Corp",
  "wiki.intranet",
  "nas.lan",
  "router.home",
  "router.home.arpa",
  "keys.private",
  "1.0.0.127.in-addr.arpa",
  "intranet",
  "metadata",
  "ip6-localhost",
  "wpad.",
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "0",
  "\uff11\uff12\uff17.0.0.1",
  "169.254.169.254",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fd00::1]",
  "[FE80::1]",
];

test.each(privateHosts)("%s is refused by its name, without a look-up", async (host) => {
  for (const address of [`https://${host}/feed`, `https://${host}:8443/feed`]) {
    expect(checkPublicUrl(new URL(address))).toMatch(/is a private (name|address)$/);
    expect(await checkPublicHost(new URL(address))).toMatch(/is a private (name|address)$/);
  }
});

test.each([
  "example.com",
  "EXAMPLE.com.",
  "localhost.example.com",
  "local.example",
  "internal.example.com",
  "notlocalhost.com",
  "mylocal.net",
  "xn--bcher-kva.example",
  "8.8.8.8",
  "[2606:4700::1111]",
])("%s may be public", (host) => {
  expect(checkPublicUrl(new URL(`https://${host}/feed`))).toBeUndefined();
});

test("a name that resolves to a private address is refused when it is looked up", async () => {
  const error = await new Promise((resolve) => lookupPublic("localhost", { all: true }, resolve));
  expect(error).toBeInstanceOf(GuardError);
});
