import type { RecordedChange } from "./commands.ts";

const mask = "***";

/** Names of secrets: `password`, `smtp_url`, `apiKey`, `steam.web_api_key` … */
const secretName = /passw(or)?d|passphrase|secret|token|credential|smtp_?url|(api|private|access|signing)[._-]?key/i;

/** The login in `smtp://name:password@host`. */
const urlLogin = /(?<=:\/\/)[^\s/@]+@/g;

/** The values of an entry without passwords, tokens and logins in URLs. */
export function withoutSecrets(
  change: Pick<RecordedChange, "resourceType" | "resourceKey" | "oldValue" | "newValue" | "details">,
): Pick<RecordedChange, "oldValue" | "newValue" | "details"> {
  // keys of texts can contain "password", but the texts are no secrets
  const isSecret = change.resourceType === "site_config" && secretName.test(change.resourceKey ?? "");
  const masked = (value: unknown) => (isSecret ? maskAll(value) : maskNamed(value));
  return {
    oldValue: masked(change.oldValue),
    newValue: masked(change.newValue),
    details: maskNamed(change.details) as RecordedChange["details"],
  };
}

/** Masks only what can contain the secret, so that empty values and other changes stay visible. */
function maskAll(value: unknown): unknown {
  if (!isRecord(value)) return value == null || value === "" ? value : mask;
  return "value" in value ? { ...value, value: maskAll(value.value) } : mask;
}

function maskNamed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(urlLogin, `${mask}@`);
  if (Array.isArray(value)) return value.map(maskNamed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) ? maskAll(inner) : maskNamed(inner)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
