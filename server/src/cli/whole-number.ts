import { InvalidArgumentError } from "commander";

export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1) throw new InvalidArgumentError("Expected a whole number above 0.");
  return Number(value);
}
