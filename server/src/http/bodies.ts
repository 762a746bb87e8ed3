import { AppError } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";

/** The deepest body of the API has 4 levels; what works through one in steps of itself needs a floor. */
const mostLevels = 32;

/**
 * Bodies are JSON (spec/api 1.1). An empty one that says it is JSON counts as none:
 * many clients name the type on every call, also on those that carry nothing.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else if (isTooDeep(body as string)) done(new AppError("invalid", "The body is nested too deeply"));
    else parse(request, body as string, done);
  });
}

/** Whether JSON nests more levels than anything of ours does. Brackets in texts are no levels. */
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
      if (levels > mostLevels) return true;
    } else if (character === "]" || character === "}") levels--;
  }
  return false;
}
