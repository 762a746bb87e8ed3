import { type ConfigType, configTypes, defaultSettings, type SettingKey, type SiteSettings } from "./defaults.ts";

/** Validation messages for settings (spec/content-and-settings 3). */
export const configTexts = {
  required: "This field is required",
  string: "Value must be a string",
  number: "Value must be a valid number",
  boolean: "Value must be true or false",
  json: "Value must be valid JSON format",
  unknownType: "Unknown configuration type",
  fixErrors: "Please fix validation errors before saving",
  keyRequired: "Configuration key is required",
  keyPattern: "Key must start with a letter and contain only letters, numbers, underscores, and dots",
  keyTaken: "Configuration key already exists",
  categoryRequired: "Category is required",
} as const;

/** The initial value of a new setting, by type; also used when its type changes. */
export const configDefaults: Record<ConfigType, string> = { string: "", number: "0", boolean: "false", json: "{}" };

const keyPattern = /^[a-z][a-z0-9_.]*$/i;

/** What the rules need besides the value. */
export interface ValueOwner {
  key: string;
  /** Normally a `ConfigType`. */
  type: string;
  required: boolean;
}

/**
 * What is wrong with a value, given as text or as a value of its type, or `null` if it is valid
 * (spec/content-and-settings 3.2). Settings that the site reads must also be in their range.
 */
export function configValueProblem({ key, type, required }: ValueOwner, value: unknown): string | null {
  if (!isConfigType(type)) return configTexts.unknownType;
  if (isBlank(value)) return required ? configTexts.required : null;
  if (type === "string" && typeof value !== "string") return configTexts.string;
  const parsed = parseConfigValue(type, asText(value).trim());
  return parsed === undefined ? configTexts[type] : settingProblem(key, type, parsed);
}

/**
 * The stored text of a valid value: trimmed, `true` or `false`, formatted JSON
 * (spec/content-and-settings 3.2).
 */
export function normaliseConfigValue(type: ConfigType, value: unknown): string {
  if (isBlank(value)) return "";
  const text = asText(value).trim();
  const parsed = parseConfigValue(type, text);
  return type === "json" ? JSON.stringify(parsed, null, 2) : String(parsed);
}

export interface NewConfig {
  key: string;
  value: unknown;
  type: string;
  category: string;
  required: boolean;
}

/** The problems of a new setting's fields; empty if it can be added. */
export function newConfigProblems(
  config: NewConfig,
  isTaken: (key: string) => boolean,
): { path: "key" | "value" | "category"; msg: string }[] {
  const found = {
    key: newKeyProblem(config.key.trim(), isTaken),
    value: configValueProblem({ ...config, key: config.key.trim() }, config.value),
    category: config.category.trim() ? null : configTexts.categoryRequired,
  };
  return (["key", "value", "category"] as const).flatMap((path) => (found[path] ? [{ path, msg: found[path] }] : []));
}

function newKeyProblem(key: string, isTaken: (key: string) => boolean): string | null {
  if (!key) return configTexts.keyRequired;
  if (!keyPattern.test(key)) return configTexts.keyPattern;
  return isTaken(key) ? configTexts.keyTaken : null;
}

/** Parses a stored value by its type; `undefined` if the text is invalid (spec/content-and-settings 3.2). */
export function parseConfigValue(type: ConfigType, text: string): unknown {
  const trimmed = text.trim();
  switch (type) {
    case "string":
      return text;
    case "number":
      return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
    case "boolean":
      return { true: true, "1": true, false: false, "0": false }[trimmed];
    case "json":
      try {
        return JSON.parse(trimmed);
      } catch {
        return undefined;
      }
  }
}

/** The settings that the code reads. A missing or invalid one has its default. */
export function readSettings(stored: ReadonlyMap<string, string>): SiteSettings {
  const entries = Object.entries(defaultSettings).map(([key, { type, value }]) => {
    const text = stored.get(key);
    const parsed = text === undefined ? undefined : parseConfigValue(type, text);
    return [key, parsed === undefined || settingProblem(key, type, parsed) ? value : parsed];
  });
  return Object.fromEntries(entries) as SiteSettings;
}

/** A setting's value as it is stored. */
export function storedValue<K extends SettingKey>(value: SiteSettings[K]): string {
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function settingProblem(key: string, type: ConfigType, value: unknown): string | null {
  const shipped = Object.hasOwn(defaultSettings, key) ? defaultSettings[key as SettingKey] : null;
  return shipped?.type === type ? shipped.problem(value as never) : null;
}

function isConfigType(type: string): type is ConfigType {
  return (configTypes as readonly string[]).includes(type);
}

function isBlank(value: unknown): boolean {
  return value == null || (typeof value === "string" && value.trim() === "");
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
