import type { ChartBlock } from '../../src/content/block.ts'
import { articleWith, problemsOf, renderAmp, renderPage } from '../support/render.ts'

const series = [
  { label: 'Styczeń', value: 12.5 },
  { label: 'Luty <b>', value: -3 },
  { label: 'Marzec', value: 40 },
]
const chart = (kind: ChartBlock['kind'], more: Partial<ChartBlock> = {}): ChartBlock => ({
  ...{ type: 'chart', kind, title: 'Udziały', unit: '%', source: 'GUS' },
  series: kind === 'pie' ? series.map(({ label, value }) => ({ label, value: Math.abs(value) })) : series,
  ...more,
})

test.each(['bar', 'line', 'pie'] as const)(
  'a %s chart is drawn in AMP as on its page, and valid (BLOCK-27)',
  async (kind) => {
    const article = articleWith([chart(kind)])
    const [amp, page] = [renderAmp(article), renderPage(article)]
    expect(await problemsOf(amp)).toEqual([])
    const drawn = ({ document }: typeof amp) =>
      document.querySelector('.chart > :is([aria-hidden=true], .chart-pie)')?.outerHTML
    expect(drawn(amp)).toMatch(/chart-bar|chart-line|chart-slice/)
    expect(drawn(amp)).toBe(drawn(page))
    // The styles of the drawing come with it.
    expect(amp.document.querySelector('style[amp-custom]')?.textContent).toMatch(/\.chart-bar\b[^}]*\{/)
    expect([...amp.document.querySelectorAll('.chart td')].map(({ textContent }) => textContent)).toHaveLength(3)
  },
)

test.each([
  ['one value', chart('line', { series: series.slice(0, 1) })],
  ['zeros', chart('bar', { series: series.map(({ label }) => ({ label, value: 0 })) })],
  ['a pie of zeros', chart('pie', { series: series.map(({ label }) => ({ label, value: 0 })) })],
  ['huge and tiny numbers', chart('line', { series: [1e308, -1e308, 1e-300].map((value) => ({ label: 'x', value })) })],
  [
    'two hundred bars',
    chart('bar', { series: Array.from({ length: 200 }, (_, n) => ({ label: `Słupek ${n}`, value: n })) }),
  ],
])('a chart of %s is valid AMP (BLOCK-27)', async (_, block) => {
  const amp = renderAmp(articleWith([block]))
  expect(await problemsOf(amp)).toEqual([])
  expect(amp.document.querySelector('.chart > :is([aria-hidden=true], .chart-pie)')?.outerHTML).not.toMatch(
    /NaN|Infinity|undefined/,
  )
})

test('an article without a chart has no styles of charts', () => {
  expect(renderAmp(articleWith([{ type: 'separator', size: 'normal' }])).html).not.toContain('.chart')
})
