/** Columns of a product feed that we read, named as Google Merchant names them; the last six are beyond it. */
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
] as const;

export type FeedColumn = (typeof feedColumns)[number];

export function isFeedColumn(name: string): name is FeedColumn {
  return (feedColumns as readonly string[]).includes(name);
}

/** Without these a feed cannot be read. */
export const neededColumns = ["id", "price"] as const satisfies readonly FeedColumn[];

/** Replaces a secret in an address. */
export const maskedPart = "***";

const secretName = /key|token|secret|pass|auth|sig|login|user|code|hash|access|credential/i;
/** Long, and neither a word nor a file's name: an id that only its owner knows. */
const isOpaque = (text: string) => text.length >= 20 && /\d/.test(text) && /^[\w~+=-]+$/.test(text);

/** A feed's address without what may be a secret: logins, values of the query, long ids in the path. */
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

/** Whether an address has parts that are masked, so that nothing can be read from it. */
export function isMasked(address: string): boolean {
  return address.includes(maskedPart);
}
