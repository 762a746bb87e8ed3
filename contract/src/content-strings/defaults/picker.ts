/** Default texts of the country and store dialogs, loaded when one opens. */
export const pickerTexts = {
  "country.title": "Country and Currency",
  "country.text": "Prices and stores differ from country to country.",
  "country.filter": "Filter countries",
  "country.list": "Countries",
  "country.none": "No country found.",
  "country.suggestion": "Show prices for {country}?",
  "country.suggestion_label": "Suggested country",
  "country.yes": "Yes",
  "country.no": "No thanks",
  "stores.title": "Choose Stores",
  "stores.filter": "Filter stores",
  "stores.limit": "Up to {count} at once.",
  "stores.none": "No store found.",
  "stores.show": "Show Prices",
  "stores.clear": "Clear",
  "picker.cancel": "Cancel",
} as const;
