import { expect, test } from "vitest";
import { priorityChoices } from "./list-item-row.tsx";

test.each([
  [0, [1, 0, -1]],
  [1, [1, 0, -1]],
  [7, [7, 1, 0, -1]],
  [-50, [1, 0, -1, -50]],
])("with priority %i the choices are %j", (current, values) =>
  expect(priorityChoices(current).map(({ value }) => value)).toEqual(values),
);
