import { type ConfigType, configTypes, type SettingKey, type SiteSettings, shippedSettings } from "./catalogue.ts";

/** What the rules of a setting say, in the words of spec/content-and-settings 3. */
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

/** The value of a new setting, also when its type changes. */
export const configDefaults: Record<ConfigType, string> = { string: "", number: "0", boolean: "false", json: "{}" };

const keyPattern = /^[a-z][a-z0-9_.]*$/i;

/** What the rules have to know of a setting besides its value. */
export interface ValueOwner {
  key: string;
  /** Normally a `ConfigType`. */
  type: string;
  required: boolean;
}

/**
 * What is wrong with a value, as text or as its type has it, or `null` when it can be saved (spec/content-and-settings
 * 3.2). A setting that the site goes by must also be in its range.
 */
export function configValueProblem({ key, type, required }: ValueOwner, value: unknown): string | null {
  if (!isConfigType(type)) return configTexts.unknownType;
  if (isBlank(value)) return required ? configTexts.required : null;
  if (type === "string" && typeof value !== "string") return configTexts.string;
  const parsed = parseConfigValue(type, asText(value).trim());
  return parsed === undefined ? configTexts[type] : settingProblem(key, type, parsed);
}

/**
 * The text that is stored of a value without problems: trimmed, `true` or `false`, JSON on lines
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

/** What is wrong with the fields of a new setting; empty when it can be added. */
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

/** A stored value as its type has it, or `undefined` when the text does not say one (spec/content-and-settings 3.2). */
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

/** The settings that the code reads. One that is missing or unusable has the value that it ships with. */
export function readSettings(stored: ReadonlyMap<string, string>): SiteSettings {
  const entries = Object.entries(shippedSettings).map(([key, { type, value }]) => {
    const text = stored.get(key);
    const parsed = text === undefined ? undefined : parseConfigValue(type, text);
    return [key, parsed === undefined || settingProblem(key, type, parsed) ? value : parsed];
  });
  return Object.fromEntries(entries) as SiteSettings;
}

/** The form in which a setting's value is stored. */
export function storedValue<K extends SettingKey>(value: SiteSettings[K]): string {
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function settingProblem(key: string, type: ConfigType, value: unknown): string | null {
  const shipped = Object.hasOwn(shippedSettings, key) ? shippedSettings[key as SettingKey] : null;
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
