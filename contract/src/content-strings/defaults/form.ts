/** Default texts around forms and screens that need scripts, loaded with them. */
export const formTexts = {
  "status.needs_script": "This page needs JavaScript. Please switch it on in your browser, then load the page again.",
  "form.not_sent":
    "Nothing was sent, because the page's scripts were not running. What you typed is still here, except passwords. Please try again.",
  "form.waiting": "The page is still loading. Your form is sent as soon as it is ready.",
} as const;
