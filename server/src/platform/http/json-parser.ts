import { AppError } from "contract/core/errors.ts";
import type { FastifyInstance } from "fastify";

/** The deepest body of the API has 4 levels; the limit protects recursive code. */
const maxLevels = 32;

/** Bodies are JSON (spec/api 1.1). Empty ones are ignored: many clients send the content type with every call. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else if (isTooDeep(body as string)) done(new AppError("invalid", "The body is nested too deeply"));
    else parse(request, body as string, done);
  });
}

/** Whether JSON nests too deeply. Brackets in strings do not count. */
export function isTooDeep(json: string): boolean {
  let levels = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (inText) {
      if (character === "\\") at++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === "[" || character === "{") {
      levels++;
      if (levels > maxLevels) return true;
    } else if (character === "]" || character === "}") levels--;
  }
  return false;
}
