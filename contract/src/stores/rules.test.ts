import { expect, test } from "vitest";
import { storeProblems, storeTexts } from "./rules.ts";
import { StoreFields } from "./schema.ts";

const fields = {
  name: "Own Shop",
  kind: "keyshop",
  website: "https://own.example/shop",
  activation: ["steam-key"],
  color: "teal",
  reports_stock: true,
  link_templates: { "*": "https://go.example/?to={link}", GB: "https://go.example/uk/{link}" },
  open_data_licence: "CC0-1.0",
  enabled: false,
} as const;

test.each([
  [{}, []],
  [{ website: null, activation: [], link_templates: {} }, []],
  [{ open_data_licence: null }, []],
  [{ open_data_licence: "x".repeat(101) }, [["open_data_licence", storeTexts.licence]]],
  [{ name: " " }, [["name", storeTexts.name]]],
  [{ name: "x".repeat(81) }, [["name", storeTexts.name]]],
  [{ website: "own.example" }, [["website", storeTexts.website]]],
  [{ website: "javascript:alert(1)" }, [["website", storeTexts.website]]],
  [{ activation: ["x".repeat(41)] }, [["activation", storeTexts.activation]]],
  [{ activation: Array(11).fill("drm-free") }, [["activation", storeTexts.activation]]],
  [{ link_templates: { "*": "https://go.example/" } }, [["link_templates", storeTexts.template]]],
  [{ link_templates: { "*": "http://go.example/{link}" } }, [["link_templates", storeTexts.template]]],
  [{ link_templates: { "*": "https://go.example/{link}{id}" } }, [["link_templates", storeTexts.template]]],
  [{ link_templates: { gb: "https://go.example/{link}" } }, [["link_templates", storeTexts.templateCountry]]],
])("%j (spec/administration 7.1)", (change, expected) => {
  const store = { ...fields, ...change };
  expect(storeProblems(store).map(({ path, msg }) => [path, msg])).toEqual(expected);
  // the server rejects the same input
  expect(StoreFields.safeParse(store).success).toBe(expected.length === 0);
});
