/** Safari 17 has no idle callbacks. */
export function whenIdle(run: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(run))
  else if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 100)
}

/** Gives blocks their real height while the browser is idle. */
export function drawLazyBlocks(): void {
  const deferred = [...document.querySelectorAll('.is-lazy')]
  const drawNext = (): void => {
    deferred.shift()?.classList.remove('is-lazy')
    if (deferred.length > 0) whenIdle(drawNext)
  }
  whenIdle(drawNext)
}

/** `Intl` costs 15 ms at first: the page brings the words (CARD-41). */
export function startAgo(): void {
  const { minutesAgo, hoursAgo } = document.body.dataset
  const draw = (): void => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('.card time')) {
      const hours = (Date.now() - Date.parse(time.dateTime)) / 3_600_000
      const isRecent = hours < 1
      // An earlier release's offline copy has none.
      const words = isRecent ? minutesAgo : hoursAgo
      if (words && hours >= 0 && hours < 24) {
        time.dataset.ago = words.replace('#', `${Math.trunc(isRecent ? hours * 60 : hours) || 1}`)
      }
    }
  }
  draw()
  addEventListener('szpalta:cards', draw)
}
