import type { User } from "contract/accounts/schema.ts";
import { hasChosenCountry, rememberCountry } from "../../api/remembered-country.ts";
import { setSession } from "../../api/session.ts";

/** Signs in, and takes over the country of the profile unless another was chosen in this browser. */
export function startSession(token: string, user: User): void {
  if (user.country && !hasChosenCountry()) rememberCountry(user.country);
  setSession(token, user);
}
