/**
 * Times of the last day on the cards that came with the page also say how long ago they are; `cards.css` draws it in the
 * place of the day (CARD-41).
 */
export function startAgo(): void {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: 'short' })
  for (const time of document.querySelectorAll<HTMLTimeElement>('.card time')) {
    const hours = (Date.now() - Date.parse(time.dateTime)) / 3_600_000
    if (hours >= 0 && hours < 24) {
      time.dataset.ago =
        hours < 1 ? words.format(-Math.ceil(hours * 60), 'minute') : words.format(-Math.floor(hours), 'hour')
    }
  }
}
