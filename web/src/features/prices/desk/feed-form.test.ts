import { expect, test } from "vitest";
import { fieldNames, newFeed, toFields, toForm } from "./feed-form.ts";

const feed = {
  store: "fanatical",
  country: "GB",
  url: "https://shop.example/feed?key=***",
  currency: "GBP",
  encoding: "windows-1252" as const,
  columns: { id: "sku" },
  version: 2,
};

test("an unedited feed is sent unchanged", () => {
  const { version: _, ...fields } = feed;
  expect(toFields(toForm(feed))).toEqual(fields);
});

test("empty fields are left out", () => {
  const form = { ...toForm(feed), "columns.id": " ", "columns.price": " cost ", currency: " eur " };
  expect(toFields(form)).toMatchObject({ columns: { price: "cost" }, currency: "EUR" });
  expect(toFields(toForm(newFeed))).toMatchObject({ columns: {}, currency: null, encoding: null });
});

test("every field has a name for errors and conflicts", () => {
  expect(Object.keys(fieldNames).sort()).toEqual(Object.keys(toForm(newFeed)).sort());
});
