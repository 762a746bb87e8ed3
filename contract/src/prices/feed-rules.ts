/** The columns that we read from a product feed, with Google Merchant's names where it has them. */
export const feedColumns = [
  "id",
  "title",
  "link",
  "price",
  "sale_price",
  "sale_price_effective_date",
  "availability",
  "currency",
  "steam_appid",
  "platform",
  "region",
  "edition",
  "drm",
  "activation",
  "type",
  "product_type",
  "multipack",
  "is_bundle",
  "release_date",
] as const;

export type FeedColumn = (typeof feedColumns)[number];

export function isFeedColumn(name: string): name is FeedColumn {
  return (feedColumns as readonly string[]).includes(name);
}

/** Required columns of a feed. */
export const neededColumns = ["id", "price"] as const satisfies readonly FeedColumn[];

/** Replaces a secret in a URL. */
const maskedPart = "***";

const secretName = /key|token|secret|pass|auth|sig|login|user|code|hash|access|credential/i;
/** Long, with digits, and not a file name: probably a secret id. */
const isOpaque = (text: string) => text.length >= 20 && /\d/.test(text) && /^[\w~+=-]+$/.test(text);

/** A feed's URL with possible secrets masked: logins, query values, long ids in the path. */
export function maskAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return maskedPart;
  const login = url.username || url.password ? `${maskedPart}@` : "";
  const path = url.pathname
    .split("/")
    .map((part) => (isOpaque(part) ? maskedPart : part))
    .join("/");
  const query = url.search.slice(1).split("&").map(maskParameter).join("&");
  return `${url.protocol}//${login}${url.host}${path}${query && `?${query}`}`;
}

function maskParameter(parameter: string): string {
  const at = parameter.indexOf("=");
  if (at < 0) return isOpaque(parameter) ? maskedPart : parameter;
  const [name, value] = [parameter.slice(0, at), parameter.slice(at + 1)];
  const isSecret = value !== "" && (secretName.test(name) || isOpaque(value) || value.length >= 40);
  return isSecret ? `${name}=${maskedPart}` : parameter;
}

/** Whether parts of a URL are masked, so that it cannot be fetched. */
export function isMasked(address: string): boolean {
  return address.includes(maskedPart);
}
