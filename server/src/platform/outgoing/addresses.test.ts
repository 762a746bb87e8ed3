import { expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";

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
