/** The sign-in page, told where the visitor came from, so that it leads back there (spec/storefront 3.1). */
export function loginAddress(from: string): string {
  return from === "/" ? "/login" : `/login?from=${encodeURIComponent(from)}`;
}
