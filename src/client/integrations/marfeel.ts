import type { OnView } from '../boot/views.ts'
import { loadScript } from './script.ts'

interface Compass {
  trackNewPage(options: { rs: string }): void
}

declare global {
  interface Window {
    marfeel?: { cmd?: Array<[string, (compass: Compass) => void]> }
  }
}

/** VIEW-3. */
export function startMarfeel(onView: OnView): void {
  window.marfeel ??= {}
  window.marfeel.cmd ??= []
  // The library replaces the queue.
  onView(() => window.marfeel?.cmd?.push(['compass', (compass) => compass.trackNewPage({ rs: 'infinite scroll' })]))
  void loadScript('/marfeel.js')
}
