import type { Allowed, TabState } from "../admin/tab-list.tsx";

export interface UsersState extends TabState {
  search: string;
  /** A role's name, `any` for any role, empty for all users. */
  role: string;
  sort: "username" | "created_at" | "last_login";
  order: "ASC" | "DESC";
}

/** How the tab opens (spec/administration 5.1). */
export const usersDefaults: UsersState = { page: 1, search: "", role: "any", sort: "username", order: "ASC" };

export const usersAllowed: Allowed<UsersState> = {
  sort: ["username", "created_at", "last_login"],
  order: ["ASC", "DESC"],
};
