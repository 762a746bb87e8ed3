import type { Endpoint } from "contract/core/endpoint.ts";
import { AppError } from "contract/core/errors.ts";
import type { Viewer } from "./viewer.ts";

/**
 * The one place that decides who may make a call. Throws `unauthenticated`, `forbidden`, `second_factor_required` or
 * `insufficient_scope`.
 */
export function authorise({ access, scope }: Pick<Endpoint, "access" | "scope">, viewer: Viewer | null): void {
  if (viewer?.key) {
    if (!scope) throw new AppError("insufficient_scope", "API keys cannot make this call");
    if (!viewer.key.scopes.has(scope)) {
      throw new AppError("insufficient_scope", `This API key needs the scope ${scope}`);
    }
  }
  if (access === "public") return;
  if (!viewer) throw new AppError("unauthenticated", "Authentication required");
  if (access === "user") return;
  const allowed = access === "admin" ? viewer.isAdmin : viewer.permissions.has(access);
  if (!allowed) throw new AppError("forbidden", "Access denied");
  if (viewer.needsSecondFactor) {
    throw new AppError(
      "second_factor_required",
      "Administrators need a second factor. Please add one to your profile.",
    );
  }
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer +([\w.~+/-]+=*)$/i)?.[1] ?? null;
}
