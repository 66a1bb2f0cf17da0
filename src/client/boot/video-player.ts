/** Distance from the screen at which players load and videos play. */
const AHEAD = '100% 0px'

/**
 * Loads the portal's own player (GIF-11) as the first video comes near, on the page or in an appended
 * article. If it cannot load, the browser's own controls stay.
 */
export function startVideoPlayers(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      import('../player/player.ts').then(({ startPlayers }) => startPlayers(AHEAD)).catch(() => {})
    },
    { rootMargin: AHEAD },
  )
  const look = (): void => {
    for (const player of document.querySelectorAll('[data-player]')) observer.observe(player)
  }
  look()
  addEventListener('szpalta:view', look)
}
