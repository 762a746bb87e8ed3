/** Input before hydration. */
interface EarlyInput {
  ready?: true;
  /** The last held form that was submitted. */
  form?: HTMLFormElement;
  /** The last clicked button, unless something else was clicked after it. */
  button?: HTMLButtonElement;
}

declare global {
  interface Window {
    early?: EarlyInput;
  }
}

/** Marks forms that need scripts: they are held until React has hydrated them. */
export const heldForm = { "data-held": "" } as const;

/**
 * Runs in the head: records submits and clicks until the page is ready. When a script fails to load, a held form goes
 * to the server, which reports that it needs scripts.
 */
export const earlyInputScript = /* @__PURE__ */ [
  `{let e=window.early={},r=document.documentElement,w=()=>{r.dataset.waiting=""};`,
  `addEventListener("submit",s=>{if(!e.failed&&s.target.dataset.held!==undefined)`,
  `{s.preventDefault();e.form=s.target;w()}},true);`,
  `addEventListener("click",c=>{if(e.ready)return;let b=c.target.closest("button");`,
  `b=b&&b.type=="button"&&!b.dataset.theme?b:undefined;e.button=b;if(b)w()},true);`,
  `addEventListener("error",f=>{if(f.target.tagName=="SCRIPT"){e.failed=true;if(e.form)e.form.submit()}},true)}`,
].join("");

/** Marks the page as ready and replays the last click. Called during hydration. */
export function replayEarlyClick(): void {
  const early = window.early ?? {};
  const { button, form } = early;
  early.ready = true;
  const root = document.documentElement;
  root.dataset.ready = "";
  if (!form) delete root.dataset.waiting;
  // React handles a click that itself triggered hydration
  if (!button || window.event?.type === "click") return;
  // components first read browser state, such as the session
  setTimeout(() => {
    if (button.isConnected) button.click();
  });
}

/** Releases a form, and submits it if the visitor already did. Called during hydration. */
export function releaseForm(form: HTMLFormElement): void {
  delete form.dataset.held;
  const early = window.early;
  if (early?.form !== form) return;
  delete early.form;
  delete document.documentElement.dataset.waiting;
  setTimeout(() => form.requestSubmit());
}
