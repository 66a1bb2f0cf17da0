/** Milliseconds. */
const [MINUTE, HOUR] = [60_000, 3_600_000]

/** Times of the last day on cards also say how long ago they are; `cards.css` draws it in the place of the day (CARD-41). */
export function startAgo(): void {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: 'short' })
  for (const time of document.querySelectorAll<HTMLTimeElement>('.card time')) {
    const age = Date.now() - Date.parse(time.dateTime)
    if (!(age >= 0 && age < 24 * HOUR)) continue
    time.dataset.ago = age < HOUR ? words.format(-Math.ceil(age / MINUTE), 'minute') : words.format(-Math.floor(age / HOUR), 'hour')
  }
}
