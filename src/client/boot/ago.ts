/** CARD-41. The page brings the words, because `Intl` costs 15 ms at its first use. */
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
  addEventListener('szpalta:cards', draw)
}
