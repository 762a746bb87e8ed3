/** Default texts of the page that compares forecasts with what happened. */
export const forecastTexts = {
  "forecast.title": "How often our forecasts are right",
  "forecast.description": "We forecast when games go on sale next, and compare every forecast with what happened.",
  "forecast.how":
    "Once a month we state, for every game with at least three sales and a year of prices at an official store, the chance that its next sale starts in time. A forecast counts here once that time has passed.",
  "forecast.within_one": "Within {count} day",
  "forecast.within_other": "Within {count} days",
  "forecast.none": "No forecast has come due yet.",
  "forecast.better": "{percent} less error than the same guess for every game",
  "forecast.not_better": "The same guess for every game would have been as good",
  "forecast.brier":
    "The error is the mean squared difference between the chance stated and what happened (Brier score), from 0 to 100. Ours is {error}, that of a constant guess {guess}.",
  "forecast.calibration": "Chances stated, and what came true",
  "forecast.calibration_text": "If forecasts are right, a chance of 70% comes true in 7 of 10 cases.",
  "forecast.said": "Chance stated",
  "forecast.came": "Came true",
  "forecast.cases": "Forecasts",
  "forecast.by_store": "By store",
  "forecast.by_month": "By month",
  "forecast.store": "Store",
  "forecast.month": "Month",
  "forecast.error": "Error",
  "forecast.guess": "Constant guess",
} as const;
