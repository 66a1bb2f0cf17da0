/** Screens ahead of the reader: a film plays when they come to it. */
const AHEAD = '100% 0px'

/**
 * Films in a player of our own (spec 4, "Video player"): its part is fetched as the first of them comes near, on the
 * page or in an article appended to it. Where it cannot be had, the browser's own controls stay.
 */
export function startVideoPlayers(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      import('./player/player.ts').then(({ startPlayers }) => startPlayers(AHEAD)).catch(() => {})
    },
    { rootMargin: AHEAD },
  )
  const look = (): void => {
    for (const player of document.querySelectorAll('[data-player]')) observer.observe(player)
  }
  look()
  addEventListener('szpalta:view', look)
}
