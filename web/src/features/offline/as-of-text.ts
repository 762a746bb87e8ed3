const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** A time as shown in the offline note, with the day if it is not today. */
export function asOfText(asOf: number, now: Date): string {
  const moment = new Date(asOf);
  return (moment.toDateString() === now.toDateString() ? time : dayAndTime).format(moment);
}
