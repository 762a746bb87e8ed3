/** A page of the site, apart from what it shows. */
export interface PageRoute {
  /** With parameters in braces, as in `/games/{id}`. */
  path: string;
  /**
   * What its address or its form can hold. A `token` is good for its bearer: such a page is never cached, and its
   * search parameters go no further than the server's HTTP layer. Other sites don't learn that a visitor comes from a
   * page with either.
   */
  secret?: "token" | "password";
}

/** Every page, as the website's routes have them. Any other path leads to `/`. */
export const pages: readonly PageRoute[] = [
  { path: "/" },
  { path: "/games" },
  { path: "/games/{id}" },
  { path: "/game/{id}" },
  { path: "/free" },
  { path: "/wishlist" },
  { path: "/profile" },
  { path: "/contact" },
  { path: "/privacy" },
  { path: "/terms" },
  { path: "/login", secret: "password" },
  { path: "/register", secret: "password" },
  { path: "/forgot-password", secret: "password" },
  { path: "/reset-password", secret: "token" },
  { path: "/verify-email", secret: "token" },
  { path: "/undo-email", secret: "token" },
  { path: "/auth/callback", secret: "token" },
  { path: "/alerts/stop", secret: "token" },
  { path: "/admin" },
  { path: "/admin/{tab}" },
];
