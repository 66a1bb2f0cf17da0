import { loadScript } from './script.ts'
import { onView } from './views.ts'

/** The part of Marfeel's command queue that is used here. */
interface Compass {
  trackNewPage(options: { rs: string }): void
}

declare global {
  interface Window {
    marfeel?: { cmd?: Array<[string, (compass: Compass) => void]> }
  }
}

/** Marfeel Compass: every view is one of an infinite scroll (spec 1; decision 66). The script is this server's own. */
export function startMarfeel(): void {
  window.marfeel ??= {}
  window.marfeel.cmd ??= []
  // The library puts a queue of its own in this one's place.
  onView(() => window.marfeel?.cmd?.push(['compass', (compass) => compass.trackNewPage({ rs: 'infinite scroll' })]))
  void loadScript('/marfeel.js')
}
