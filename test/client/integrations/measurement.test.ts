import { JSDOM } from 'jsdom'
import { startAnalytics } from '../../../src/client/integrations/measurement.ts'

test('events of a video go to the data layer (VIEW-7)', () => {
  const { window } = new JSDOM('<!doctype html>')
  const events = new EventTarget()
  Object.assign(globalThis, {
    window,
    document: window.document,
    addEventListener: events.addEventListener.bind(events),
  })
  startAnalytics('G-TEST', () => {})
  const detail = { event: 'video', action: 'QUARTILE', percent: 25, id: 'abc' }
  events.dispatchEvent(new CustomEvent('szpalta:video', { detail }))
  expect(window.dataLayer?.at(-1)).toEqual(detail)
})
