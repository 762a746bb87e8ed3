/** Default texts around forms and screens that need scripts, loaded with them. */
export const formTexts = {
  "status.needs_script": "This page needs JavaScript. Switch it on in your browser, then load the page again.",
  "form.not_sent":
    "Nothing was sent, because the page's scripts weren't running. What you typed is still here, except passwords. Try again.",
  "form.waiting": "The page is still loading. Your form is sent as soon as it is ready.",
} as const;
