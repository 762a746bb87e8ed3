import type { ErrorDetail } from "../core/errors.ts";

/**
 * `official` sells with the publisher's consent, a `keyshop` resells keys bought elsewhere, on a `marketplace` anyone
 * can sell.
 */
export const storeKinds = ["official", "keyshop", "marketplace"] as const;

/** Names of colours that are legible in both themes. */
export const storeColors = [
  "blue",
  "green",
  "purple",
  "gray",
  "red",
  "orange",
  "amber",
  "lime",
  "teal",
  "cyan",
  "indigo",
  "pink",
] as const;

/** The placeholder for the store's own link in a template. */
export const linkPlace = "{link}";

export const keyPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const templatePattern = /^https:\/\/[^\s{}]*\{link\}[^\s{}]*$/;
export const templateCountryPattern = /^(\*|[A-Z]{2})$/;

export const storeLimits = {
  name: 80,
  website: 500,
  activations: 10,
  activation: 40,
  template: 1_000,
  licence: 100,
} as const;

export const storeTexts = {
  key: "Expected the key of a store: lower-case letters, digits and hyphens",
  name: "Name is required",
  website: "Expected an http or https address",
  activation: `Expected at most ${storeLimits.activations} words of at most ${storeLimits.activation} characters`,
  licence: `Expected at most ${storeLimits.licence} characters`,
  template: `Expected an https address with ${linkPlace} in it`,
  templateCountry: "Expected a country, or *",
} as const;

interface CheckedFields {
  name: string;
  website: string | null;
  activation: readonly string[];
  link_templates: Readonly<Record<string, string>>;
  open_data_licence: string | null;
}

/** The problems of a store's editable fields (spec/administration 7.1). */
export function storeProblems({
  name,
  website,
  activation,
  link_templates,
  open_data_licence: licence,
}: CheckedFields): ErrorDetail[] {
  const isNamed = name.trim() !== "" && name.trim().length <= storeLimits.name;
  const isActivation = (word: string) => word !== "" && word.length <= storeLimits.activation;
  return [
    ...(isNamed ? [] : [{ path: "name", msg: storeTexts.name }]),
    ...(website === null || isWebsite(website) ? [] : [{ path: "website", msg: storeTexts.website }]),
    ...(activation.length <= storeLimits.activations && activation.every(isActivation)
      ? []
      : [{ path: "activation", msg: storeTexts.activation }]),
    ...(licence === null || licence.length <= storeLimits.licence
      ? []
      : [{ path: "open_data_licence", msg: storeTexts.licence }]),
    ...Object.entries(link_templates).flatMap(([country, template]) => templateProblems(country, template)),
  ];
}

function isWebsite(address: string): boolean {
  return address.length <= storeLimits.website && /^https?:$/.test(URL.parse(address)?.protocol ?? "");
}

function templateProblems(country: string, template: string): ErrorDetail[] {
  const path = "link_templates";
  if (!templateCountryPattern.test(country)) return [{ path, msg: storeTexts.templateCountry }];
  const isTemplate = template.length <= storeLimits.template && templatePattern.test(template);
  return isTemplate ? [] : [{ path, msg: storeTexts.template }];
}

/** The store of offers without a store of their own, such as giveaways and feeds of mixed offers. */
export const otherStore = "other";

/** The name of `otherStore` until an administrator gives it another one. */
export const otherStoreName = "Other";

/** The name of a store as readers see it; `other` is the name of `otherStore` in their language (`store.other`). */
export function shownStoreName(name: string, other: string = otherStoreName): string {
  return name === otherStoreName ? other : name;
}
