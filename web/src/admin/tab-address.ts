import { useLocation, useNavigate } from "@tanstack/react-router";

export type Order = "ASC" | "DESC";

/** The state of a tab as its address keeps it: texts, and the page of its list. */
export interface TabState {
  page: number;
  [name: string]: string | number;
}

/** For names that take only certain texts: which. */
export type Allowed<State> = { [Name in keyof State]?: readonly State[Name][] };

/** Reads the state out of an address. Whatever is not understood counts as not given: no link breaks a tab. */
export function readTabState<State extends TabState>(
  raw: Readonly<Record<string, unknown>>,
  defaults: State,
  allowed: Allowed<State> = {},
): State {
  const state = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof State & string)[]) {
    const given = raw[name];
    if (typeof given !== "string") continue;
    if (name === "page") state.page = readPage(given);
    else if (allowed[name]?.includes(given as State[typeof name]) ?? true) state[name] = given as State[typeof name];
  }
  return state;
}

/** The search parameters of a state: what is at its default is left out. */
export function writeTabState<State extends TabState>(state: State, defaults: State): Partial<State> {
  const changed = Object.entries(state).filter(([name, value]) => value !== defaults[name]);
  return Object.fromEntries(changed) as Partial<State>;
}

function readPage(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/**
 * The state of a tab, kept in its address, so that a reload stays and a link works. `show` goes on from it, to page 1
 * unless another is named; `searchOf` gives the parameters of a link. `defaults` names all that the address may say.
 */
export function useTabState<State extends TabState>(defaults: State, allowed?: Allowed<State>) {
  const raw = useLocation({ select: ({ search }) => search });
  const navigate = useNavigate();
  const state = readTabState(raw, defaults, allowed);
  const searchOf = (change: Partial<State>) => writeTabState({ ...state, page: 1, ...change }, defaults);
  const show = (change: Partial<State>, { replace = false } = {}) =>
    void navigate({ to: ".", search: searchOf(change) as never, replace, resetScroll: false });
  return { state, show, searchOf };
}
