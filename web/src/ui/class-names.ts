/** Joins class names; skips falsy ones. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  // called hundreds of times per page: avoids an array
  let all = "";
  for (const name of names) if (name) all += all ? ` ${name}` : name;
  return all;
}
