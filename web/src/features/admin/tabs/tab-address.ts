import { useLocation, useNavigate } from "@tanstack/react-router";

/** The state of a tab in its address. */
export interface TabState {
  page: number;
  [name: string]: string | number;
}

/** Allowed values by name. */
export type Allowed<State> = { [Name in keyof State]?: readonly State[Name][] };

/** Parses an address. Invalid values are ignored, so that no link breaks a tab. */
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

/** The search parameters of a state, without defaults. */
export function writeTabState<State extends TabState>(state: State, defaults: State): Partial<State> {
  const changed = Object.entries(state).filter(([name, value]) => value !== defaults[name]);
  return Object.fromEntries(changed) as Partial<State>;
}

function readPage(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/**
 * The state of a tab in its address. `show` changes it, at page 1 unless the change names one; `searchOf` gives a
 * link's parameters. `defaults` names all parameters.
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
