/** Where those are led who open the profile without being signed in (storefront.md section 2). */
export const profileLogin = { to: "/login", search: { from: "/profile" } } as const;
