import type { Market } from "contract/markets/schema.ts";

/** The market of a new site, and another one, which tests enable. */
export const us: Market = {
  country: "US",
  name: "United States",
  currency: "USD",
  minor_units: 2,
  locale: "en-US",
  default: true,
};
export const gb: Market = {
  country: "GB",
  name: "United Kingdom",
  currency: "GBP",
  minor_units: 2,
  locale: "en-GB",
  default: false,
};
