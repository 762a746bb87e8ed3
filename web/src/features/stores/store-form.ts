import { keyPattern, storeProblems, storeTexts } from "contract/stores/rules.ts";
import type { AdminStore, LinkTemplates, StoreColor, StoreFields, StoreKind } from "contract/stores/schema.ts";
import { wordsOf } from "../admin/typed.ts";

/** A store as typed. */
export interface StoreForm {
  key: string;
  name: string;
  kind: StoreKind;
  website: string;
  /** Separated by commas. */
  activation: string;
  color: StoreColor;
  reports_stock: boolean;
  /** A line for each country, or `*`: the country, a space and the address. */
  link_templates: string;
  /** Empty = its prices are left out of the open data. */
  open_data_licence: string;
  enabled: boolean;
}

type Field = keyof StoreForm;

export const emptyForm: StoreForm = {
  key: "",
  name: "",
  kind: "official",
  website: "",
  activation: "",
  color: "gray",
  reports_stock: false,
  link_templates: "",
  open_data_licence: "",
  enabled: false,
};

export const kindNames: Record<StoreKind, string> = {
  official: "Official",
  keyshop: "Key shop",
  marketplace: "Marketplace",
};

export const fieldNames: Record<Field, string> = {
  key: "Key",
  name: "Name",
  kind: "Kind",
  website: "Website",
  activation: "Activation",
  color: "Color",
  reports_stock: "Reports stock",
  link_templates: "Link templates",
  open_data_licence: "Licence in the open data",
  enabled: "Enabled",
};

export function toForm(store: AdminStore): StoreForm {
  const { key, name, kind, website, activation, color, reports_stock, link_templates, open_data_licence, enabled } =
    store;
  return {
    key,
    name,
    kind,
    website: website ?? "",
    activation: activation.join(", "),
    color,
    reports_stock,
    link_templates: Object.entries(link_templates)
      .map(([country, template]) => `${country} ${template}`)
      .join("\n"),
    open_data_licence: open_data_licence ?? "",
    enabled,
  };
}

/** What is wrong, by field. */
export function formProblems(form: StoreForm, isTaken: (key: string) => boolean): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  if (!keyPattern.test(form.key)) problems.key = storeTexts.key;
  else if (isTaken(form.key)) problems.key = `There is a store ${form.key} already`;
  for (const { path, msg } of storeProblems(toFields(form))) problems[path as Field] ??= msg;
  return problems;
}

/** The fields of a form without problems that differ from those of another form, as they are sent. */
export function changedFields(form: StoreForm, base: StoreForm): Partial<StoreFields> {
  const names = (Object.keys(form) as Field[]).filter((name) => name !== "key" && form[name] !== base[name]);
  const fields = toFields(form);
  return Object.fromEntries(names.map((name) => [name, fields[name as keyof StoreFields]]));
}

/** The fields as sent. */
export function toFields(form: StoreForm): StoreFields {
  const { key: _, name, activation, website, open_data_licence, ...same } = form;
  return {
    ...same,
    name: name.trim(),
    website: website.trim() || null,
    open_data_licence: open_data_licence.trim() || null,
    activation: wordsOf(activation),
    link_templates: parseTemplates(form.link_templates),
  };
}

/** A line that begins with an address is for all countries. */
function parseTemplates(text: string): LinkTemplates {
  const lines = text.split("\n").map((line) => line.trim());
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => {
      const space = line.search(/\s/);
      if (space < 0) return /^https?:/.test(line) ? ["*", line] : [line, ""];
      return [line.slice(0, space), line.slice(space).trim()];
    }),
  );
}

/** A value as a conflict shows it. */
export function toText(form: StoreForm, field: Field): string {
  const value = form[field];
  if (field === "kind") return kindNames[form.kind];
  return typeof value === "boolean" ? (value ? "On" : "Off") : value;
}
