import { paragraph, wireBlock } from '../content/world.ts'
import { articleOf, problemsOf, renderAmp } from '../support/render.ts'

const update = (time: string, text: string, classes = '') =>
  wireBlock({
    blockName: 'core/group',
    attrs: { className: `live-update ${classes}`, time },
    innerBlocks: [paragraph(text)],
  })
const UPDATES = [
  update('2026-03-04T14:30', 'Trzeci'),
  update('2026-03-04T14:00', 'Drugi'),
  update('2026-03-03T20:00', 'Pierwszy'),
]

test('times are bold links to their updates, and each day is said once (LIVE-15, LIVE-17)', async () => {
  const amp = renderAmp(articleOf(...UPDATES))
  const updates = [...amp.document.querySelectorAll('.live-update')]
  expect(updates.map((one) => one.querySelector('.live-time b')?.textContent)).toEqual(['14:30', '14:00', '20:00'])
  expect(updates.map((one) => one.matches('.is-same-day'))).toEqual([false, true, false])
  for (const one of updates) expect(one.querySelector('.live-time a')?.getAttribute('href')).toBe(`#${one.id}`)
  expect(amp.document.querySelector('.live-filter')).toBeNull()
  expect(await problemsOf(amp)).toEqual([])
})

test.each(['', 'live-ended'])(
  'links leave key events alone, while a coverage goes on and after it: %s (LIVE-16)',
  async (end) => {
    const amp = renderAmp(articleOf(...UPDATES, update('2026-03-04T15:00', 'Co wiemy', `live-pinned ${end}`)))
    const [only, all] = [...amp.document.querySelectorAll('.live-filter a')]
    const target = amp.document.querySelector(only?.getAttribute('href') ?? '')
    expect(target?.querySelectorAll('.live-update')).toHaveLength(4)
    expect(target?.querySelectorAll('.live-key')).toHaveLength(1)
    expect(amp.document.querySelector(all?.getAttribute('href') ?? '')?.contains(target)).toBe(true)
    expect(amp.html).toContain('#najwazniejsze-wpisy:target .live-update:not(.live-key)')
    // The update that says the day may be left out.
    expect(amp.html).toMatch(/#najwazniejsze-wpisy:target \.live-key \.live-day\s*\{\s*display:\s*inline/)
    expect(await problemsOf(amp)).toEqual([])
  },
)
