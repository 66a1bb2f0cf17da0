/**
 * Times of the last day on cards also say how long ago they are; `cards.css` draws it in the place of the day (CARD-41).
 * The words are the page's: the first use of `Intl` makes a browser load its language, 15 ms that come before the reader's
 * first touch.
 */
export function startAgo(): void {
  const { minutesAgo, hoursAgo } = document.body.dataset
  const draw = (): void => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('.card time')) {
      const hours = (Date.now() - Date.parse(time.dateTime)) / 3_600_000
      const isRecent = hours < 1
      // A copy of an earlier release, kept for reading offline, has no words.
      const words = isRecent ? minutesAgo : hoursAgo
      if (words && hours >= 0 && hours < 24) {
        time.dataset.ago = words.replace('#', `${Math.trunc(isRecent ? hours * 60 : hours) || 1}`)
      }
    }
  }
  draw()
  // From those who append cards.
  addEventListener('szpalta:cards', draw)
}
