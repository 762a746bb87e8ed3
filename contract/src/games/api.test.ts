import { expect, test } from "vitest";
import { gameEndpoints } from "./api.ts";

test("repeated fields count once, even in a very long query", () => {
  const { fields } = gameEndpoints.listGames.query.parse({ fields: `title,${"id,".repeat(4_000)}title` });
  expect(fields).toEqual(["title", "id"]);
});
