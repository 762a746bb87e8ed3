import { tokenKey } from "./session.ts";

/**
 * Runs in the head before the first paint. Served pages are as anonymous visitors see them: what only these should see
 * can stay hidden from the others until the page has come alive.
 */
export const signedInScript = `try{if(localStorage.getItem("${tokenKey}"))document.documentElement.dataset.signedIn=""}catch{}`;
