/** Class names in one string; what is false or missing falls away. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  // a page asks hundreds of times: a list in between would cost more than the rest
  let all = "";
  for (const name of names) if (name) all += all ? ` ${name}` : name;
  return all;
}
