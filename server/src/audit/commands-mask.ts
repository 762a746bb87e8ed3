import type { RecordedChange } from "./commands.ts";

const mask = "***";

/** `password`, `smtp_url`, `apiKey`, `steam.web_api_key` …: names of what must not be read in the audit. */
const secretName = /passw(or)?d|passphrase|secret|token|credential|smtp_?url|(api|private|access|signing)[._-]?key/i;

/** `smtp://name:password@host`: what stands before the `@` of an address. */
const addressLogin = /(?<=:\/\/)[^\s/@]+@/g;

/** The values of an entry as they may be kept: without passwords, tokens and the logins in addresses. */
export function withoutSecrets(
  change: Pick<RecordedChange, "resourceType" | "resourceKey" | "oldValue" | "newValue" | "details">,
): Pick<RecordedChange, "oldValue" | "newValue" | "details"> {
  // the keys of texts speak of passwords too, but the texts hold none
  const isSecret = change.resourceType === "site_config" && secretName.test(change.resourceKey ?? "");
  const masked = (value: unknown) => (isSecret ? maskAll(value) : maskNamed(value));
  return {
    oldValue: masked(change.oldValue),
    newValue: masked(change.newValue),
    details: maskNamed(change.details) as RecordedChange["details"],
  };
}

/** Only what can hold the secret: that there was none, or that something else changed, stays to be seen. */
function maskAll(value: unknown): unknown {
  if (!isRecord(value)) return value == null || value === "" ? value : mask;
  return "value" in value ? { ...value, value: maskAll(value.value) } : mask;
}

function maskNamed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(addressLogin, `${mask}@`);
  if (Array.isArray(value)) return value.map(maskNamed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) ? maskAll(inner) : maskNamed(inner)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
