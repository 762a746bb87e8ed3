/** What a visitor did before the page was ready. */
interface EarlyInput {
  ready?: true;
  /** The last held form that was sent. */
  form?: HTMLFormElement;
  /** The last button that was pressed, unless something else was pressed after it. */
  button?: HTMLButtonElement;
}

declare global {
  interface Window {
    early?: EarlyInput;
  }
}

/** Put on forms that only our script can send: until React has hydrated them they are held back. */
export const heldForm = { "data-held": "" } as const;

/**
 * Runs in the head, long before the page is ready on a slow line: keeps what is sent and pressed until then. When a script cannot
 * be loaded at all, a held form goes to the server, which says so.
 */
export const earlyInputScript = [
  `{let e=window.early={},r=document.documentElement,w=()=>{r.dataset.waiting=""};`,
  `addEventListener("submit",s=>{if(!e.failed&&s.target.dataset.held!==undefined){s.preventDefault();e.form=s.target;w()}},true);`,
  `addEventListener("click",c=>{if(e.ready)return;let b=c.target.closest("button");b=b&&b.type=="button"&&!b.dataset.theme?b:undefined;e.button=b;if(b)w()},true);`,
  `addEventListener("error",f=>{if(f.target.tagName=="SCRIPT"){e.failed=true;if(e.form)e.form.submit()}},true)}`,
].join("");

/** Marks the page as ready, and presses the button that the visitor pressed before. Called while the page hydrates. */
export function replayEarlyPress(): void {
  const early = window.early ?? {};
  const { button, form } = early;
  early.ready = true;
  const root = document.documentElement;
  root.dataset.ready = "";
  if (!form) delete root.dataset.waiting;
  // React hydrates at once for a press that it then handles itself
  if (!button || window.event?.type === "click") return;
  // components first learn what only the browser knows, such as who is signed in
  setTimeout(() => {
    if (button.isConnected) button.click();
  });
}

/** Lets a form be sent from now on, and sends it when the visitor did so before. Called while it hydrates. */
export function releaseForm(form: HTMLFormElement): void {
  delete form.dataset.held;
  const early = window.early;
  if (early?.form !== form) return;
  delete early.form;
  delete document.documentElement.dataset.waiting;
  setTimeout(() => form.requestSubmit());
}
