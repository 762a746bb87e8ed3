import type { Endpoint } from "contract/core/endpoint.ts";
import { AppError } from "contract/core/errors.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import { mayTranslate } from "contract/roles/rules.ts";
import type { Viewer } from "./viewer.ts";

/**
 * The one place that decides who may make a call, with the language in its path. Throws `unauthenticated`, `forbidden`,
 * `second_factor_required` or `insufficient_scope`.
 */
export function authorise(
  { access, scope, hasLocale }: Pick<Endpoint, "access" | "scope"> & Partial<Pick<Endpoint, "hasLocale">>,
  viewer: Viewer | null,
  { language }: { language?: string } = {},
): void {
  if (viewer?.key) {
    if (!scope) throw new AppError("insufficient_scope", "API keys cannot make this call");
    if (!viewer.key.scopes.has(scope)) {
      throw new AppError("insufficient_scope", `This API key needs the scope ${scope}`);
    }
  }
  if (access === "public") return;
  if (!viewer) throw new AppError("unauthenticated", "Authentication required");
  if (access === "user") return;
  const mayChange = access === "admin" ? viewer.isAdmin : viewer.permissions.has(access);
  // until the body, which may name a language, is read
  const allowed = mayChange || (hasLocale && viewer.permissions.has("content.translate"));
  if (!allowed) throw new AppError("forbidden", "Access denied");
  if (viewer.needsSecondFactor) {
    throw new AppError("second_factor_required", "Administrators need a second factor. Add one to your profile.");
  }
  // every call that changes translations names their language
  if (access === "content.translate" && !mayTranslate(viewer, language ?? "")) {
    const own = [...(viewer.languages ?? [])].sort().join(", ");
    throw new AppError("forbidden", `Your roles allow translations only into ${own}`);
  }
}

/** Whether a call that has a `locale` may be made in it, once its body is read. Throws `forbidden`. */
export function authoriseLocale({ access, scope }: Endpoint, viewer: Viewer | null, locale: unknown): void {
  if (typeof locale !== "string" || locale === sourceLanguage) authorise({ access, scope }, viewer);
  else authorise({ access: "content.translate", scope }, viewer, { language: locale });
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer +([\w.~+/-]+=*)$/i)?.[1] ?? null;
}
