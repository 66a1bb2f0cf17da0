/**
 * Times of the last day on cards also say how long ago they are; `cards.css` draws it in the place of the day (CARD-41).
 * @param root whose cards are new
 */
export function startAgo(root: ParentNode = document): void {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: 'short' })
  for (const time of root.querySelectorAll<HTMLTimeElement>('.card time')) {
    const hours = (Date.now() - Date.parse(time.dateTime)) / 3_600_000
    if (hours >= 0 && hours < 24) {
      time.dataset.ago =
        hours < 1 ? words.format(-Math.ceil(hours * 60), 'minute') : words.format(-Math.floor(hours), 'hour')
    }
  }
}
