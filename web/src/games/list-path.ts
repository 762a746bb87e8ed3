/** The one true address of a list's page: sorts and filters are other views of the same games. */
export function listPath(path: string, page: number | undefined): string {
  return page === undefined ? path : `${path}?page=${page}`;
}
