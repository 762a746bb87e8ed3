import { type ConfigType, type SettingKey, type SiteSettings, shippedSettings } from "./catalogue.ts";

/** A stored value as its type has it, or `undefined` when the text does not say one (admin.md section 5). */
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
  const entries = Object.entries(shippedSettings).map(([key, shipped]) => {
    const text = stored.get(key);
    return [key, (text === undefined ? undefined : parseConfigValue(shipped.type, text)) ?? shipped.value];
  });
  return Object.fromEntries(entries) as SiteSettings;
}

/** The form in which a setting's value is stored. */
export function storedValue<K extends SettingKey>(value: SiteSettings[K]): string {
  return String(value);
}
