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
  /** It shows prices: markets other than the default one serve it at `/gb/…`. */
  inMarkets?: true;
}

/** Every page, matching the website's routes. Any other path redirects to `/`. */
export const pages: readonly PageRoute[] = [
  { path: "/", inMarkets: true },
  { path: "/games", inMarkets: true },
  { path: "/games/{id}", inMarkets: true },
  { path: "/game/{id}" },
  { path: "/deals", inMarkets: true },
  { path: "/free", inMarkets: true },
  { path: "/genre/{slug}", inMarkets: true },
  { path: "/tag/{slug}", inMarkets: true },
  { path: "/developer/{slug}", inMarkets: true },
  { path: "/store/{slug}", inMarkets: true },
  { path: "/under/{slug}", inMarkets: true },
  { path: "/wishlist" },
  { path: "/lists" },
  { path: "/lists/{id}" },
  { path: "/shared/{token}", secret: "link", inMarkets: true },
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
  { path: "/auth/callback", secret: "token" },
  { path: "/alerts/stop", secret: "token" },
  { path: "/notifications/stop", secret: "token" },
  { path: "/admin" },
  { path: "/admin/{tab}" },
];
