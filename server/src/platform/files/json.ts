import { AppError } from "contract/core/errors.ts";
import { textProblem } from "contract/core/text.ts";

/** The text of a file in UTF-8, without a byte order mark. Throws `invalid` for anything else. */
export function readUtf8(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid", "is not UTF-8");
  }
  const problem = textProblem(text);
  if (problem) throw new AppError("invalid", problem);
  return text;
}

/** Parses a file of JSON, or a line of one. Throws `invalid`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid", `is not valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : error}`);
  }
}
