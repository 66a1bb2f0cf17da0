/** Distance from the screen at which players load and videos play. */
const AHEAD = '100% 0px'

/**
 * Loads the portal's own player (GIF-11) as the video comes near, on the page or in an appended
 * article. If it cannot load, the browser's own controls stay.
 */
export function start(player: HTMLElement): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      import('../player/player.ts')
        .then(({ startPlayers }) => {
          observer.disconnect()
          startPlayers(AHEAD)
        })
        .catch(() => {})
    },
    { rootMargin: AHEAD },
  )
  observer.observe(player)
}
