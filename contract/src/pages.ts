/** A page of the site, without its content. */
export interface PageRoute {
  /** With parameters in braces, as in `/games/{id}`. */
  path: string;
  /**
   * What its address or its form can contain. A `token` in the search parameters, or in the path of a `link`, is a
   * bearer token: such a page is never cached, and search parameters with a token stay in the server's HTTP layer. A
   * page with any of these sends no referrer to other sites.
   */
  secret?: "token" | "link" | "password";
  /** It has one address. Others have one for each market and language, such as `/gb/…` and `/de-en/…`. */
  placeless?: true;
}

/** Every page, matching the website's routes. Any other path redirects to `/`. */
export const pages: readonly PageRoute[] = [
  { path: "/" },
  { path: "/games" },
  { path: "/games/{id}" },
  { path: "/game/{id}", placeless: true },
  { path: "/deals" },
  { path: "/free" },
  { path: "/forecast" },
  { path: "/bundles" },
  { path: "/bundles/{id}" },
  { path: "/genre/{slug}" },
  { path: "/tag/{slug}" },
  { path: "/developer/{slug}" },
  { path: "/store/{slug}" },
  { path: "/under/{slug}" },
  { path: "/wishlist" },
  { path: "/lists" },
  { path: "/lists/{id}" },
  { path: "/shared/{token}", secret: "link" },
  { path: "/library" },
  { path: "/profile" },
  { path: "/notifications" },
  { path: "/contact" },
  { path: "/privacy" },
  { path: "/terms" },
  { path: "/login", secret: "password" },
  { path: "/register", secret: "password" },
  { path: "/forgot-password", secret: "password" },
  { path: "/reset-password", secret: "token" },
  { path: "/verify-email", secret: "token" },
  { path: "/undo-email", secret: "token" },
  { path: "/undo-factor", secret: "token" },
  { path: "/auth/callback", secret: "token", placeless: true },
  { path: "/alerts/stop", secret: "token" },
  { path: "/notifications/stop", secret: "token" },
  { path: "/admin", placeless: true },
  { path: "/admin/{tab}", placeless: true },
];
