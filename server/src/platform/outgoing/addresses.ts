import { lookup } from "node:dns";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";

/** IPv4 networks that are not the public internet (the special-purpose registry of RFC 6890). */
const privateV4 = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  privateV4.addSubnet(network, bits, "ipv4");
}

/** Public IPv6 addresses are those of 2000::/3; the rest is loopback, link-local, private, multicast or mapped IPv4. */
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");

/** Parts of 2000::/3 that are reserved, or map to IPv4 addresses. */
const reservedV6 = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  reservedV6.addSubnet(network, bits, "ipv6");
}

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateV4.check(address, "ipv4");
  return globalV6.check(address, "ipv6") && !reservedV6.check(address, "ipv6");
}

/** Endings of names that only a machine or a private network gives (RFC 6761, RFC 6762, RFC 8375, and ICANN's). */
const privateEndings = new Set([
  "localhost",
  "local",
  "internal",
  "localdomain",
  "lan",
  "home",
  "corp",
  "intranet",
  "private",
  "arpa",
]);

/** The name or IP address of a host, however it is written: without brackets, capitals, and dots at its end. */
function hostOf({ hostname }: URL): string {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  let end = host.length;
  while (host[end - 1] === ".") end--;
  return host.slice(0, end);
}

/** Why an address is rejected before a DNS lookup: anything but plain HTTPS, or a private IP address or name. */
export function checkPublicUrl(url: URL): string | undefined {
  const host = hostOf(url);
  if (url.protocol !== "https:" || url.username || url.password) return "not a plain https address";
  if (isIP(host)) return isPublicAddress(host) ? undefined : `${host} is a private address`;
  // a name of one word is looked up in the network of the site
  const isPrivate = !host.includes(".") || privateEndings.has(host.split(".").at(-1)!);
  if (isPrivate) return `${host} is a private name`;
}

/** An address or a response was rejected; a retry would fail again. */
export class GuardError extends Error {}

/** Checks the addresses that the connection will use, which prevents DNS rebinding. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) callback(error, "");
    else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new GuardError(`${hostname} has a private address`), "");
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Why an address would be rejected now, including a DNS lookup; `undefined` if it is public or unknown. A host may get
 * another address later: each connection checks again.
 */
export async function checkPublicHost(url: URL): Promise<string | undefined> {
  const problem = checkPublicUrl(url);
  if (problem || isIP(hostOf(url))) return problem;
  return new Promise((resolve) => {
    lookupPublic(url.hostname, { all: true }, (error) =>
      resolve(error instanceof GuardError ? error.message : undefined),
    );
  });
}
