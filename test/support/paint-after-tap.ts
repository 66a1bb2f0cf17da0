import * as z from 'zod'

const KEY = 'tapped'

/** Expression: the page remembers when its reader taps, in the time that all pages share. */
export const REMEMBER_TAP = `addEventListener('pointerup', ({ timeStamp }) => {
  localStorage.setItem('${KEY}', String(performance.timeOrigin + timeStamp))
}, { capture: true, once: true })`

export const paintAfterTap = z.object({
  isPrerendered: z.boolean(),
  /** From the tap to the first and the largest paint of the page that it opened. Milliseconds. */
  firstPaint: z.number(),
  largestPaint: z.number(),
})

/** Expression in the page that a tap opened, once nothing larger comes for a second. */
export const LARGEST_PAINT = `new Promise((done) => {
  const [navigation] = performance.getEntriesByType('navigation')
  const since = performance.timeOrigin - Number(localStorage.getItem('${KEY}'))
  // A page that was rendered in advance is painted when it is shown, whenever it was drawn.
  const after = (time) => since + Math.max(time, navigation.activationStart)
  let largest = 0
  let timer
  const finish = () => {
    const [first] = performance.getEntriesByName('first-contentful-paint')
    if (!largest || !first) return wait()
    done({ isPrerendered: navigation.activationStart > 0, firstPaint: after(first.startTime), largestPaint: after(largest) })
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(finish, 1000)
  }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) largest = startTime
    wait()
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  wait()
})`
