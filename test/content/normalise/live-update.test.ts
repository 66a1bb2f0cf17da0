import type { Block, LiveUpdateBlock } from '../../../src/content/block.ts'
import { normalise, normaliseOne, paragraph, wireBlock } from '../world.ts'

const heading = (html: string) => wireBlock({ blockName: 'core/heading', innerHTML: `\n<h3>${html}</h3>\n` })
const group = (innerBlocks: unknown[], classes = 'live-update', attrs: object = {}, id?: string) =>
  wireBlock({
    blockName: 'core/group',
    attrs: { className: classes, ...attrs },
    innerHTML: `<div${id === undefined ? '' : ` id="${id}"`} class="wp-block-group"></div>`,
    innerBlocks,
  })
const at = (time: string, text = time, classes?: string) => group([paragraph(`${time}: ${text}`)], classes)
const isUpdate = (block: Block): block is LiveUpdateBlock => block.type === 'live-update'
const updatesOf = (...blocks: unknown[]) => normalise(blocks).blocks.filter(isUpdate)
const only = (block: Record<string, unknown>): LiveUpdateBlock => {
  const [first, ...others] = normaliseOne(block)
  if (first?.type !== 'live-update' || others.length > 0) throw new Error(JSON.stringify([first, ...others]))
  return first
}

describe('an update (LIVE-2)', () => {
  test('is a group with the class, with the time that its text begins with and its first heading', () => {
    expect(only(group([heading('2026-03-04 14:30: Zapadł <em>wyrok</em>'), paragraph('Słowa.')]))).toMatchObject({
      id: 'live-20260304-1430',
      published: { time: { iso: '2026-03-04T14:30:00+01:00' } },
      heading: { type: 'heading', level: 3, html: 'Zapadł <em>wyrok</em>' },
      isPinned: false,
      isLast: false,
      blocks: [{ type: 'paragraph', html: 'Słowa.' }],
    })
  })

  test('has a line with nothing but its time; pin, end and anchor are the group’s own', () => {
    const block = group(
      [paragraph('2026-03-04 14:30'), paragraph('Słowa.')],
      'live-update live-pinned live-ended',
      {},
      'koniec',
    )
    expect(only(block)).toMatchObject({
      id: 'koniec',
      isPinned: true,
      isLast: true,
      blocks: [{ type: 'paragraph', html: 'Słowa.' }],
    })
  })

  test('has time, heading, pin and end in fields, where the CMS sends them', () => {
    const attrs = { time: '2026-03-04T14:30:15', heading: 'A &amp; B <b>', pinned: '1', ended: true, anchor: 'a-b' }
    const block = wireBlock({ blockType: 'live-update', attrs, innerHTML: '<p>2026-\u206001-\u206001 zostaje</p>' })
    expect(only(block)).toMatchObject({
      id: 'a-b',
      published: { time: { iso: '2026-03-04T14:30:15+01:00' } },
      heading: { html: 'A\u00a0&amp; B &lt;b&gt;', level: 2 },
      isPinned: true,
      isLast: true,
      blocks: [{ type: 'html', html: '<p>2026-\u206001-\u206001 zostaje</p>' }],
    })
  })

  test('in rendered markup is one too, with a wrapper of the theme’s', () => {
    const inner = '<h2 id="tytul">2026-03-04 14:30 Tytuł</h2><p>Słowa.</p>'
    const markup = `<p>Przed.</p><div id="x1" class="wp-block-group live-update live-pinned"><div class="inside">${inner}</div></div><p>Po.</p>`
    const blocks = normaliseOne({ blockName: null, innerHTML: markup })
    expect(blocks.map(({ type }) => type)).toEqual(['html', 'live-update', 'html'])
    expect(blocks[1]).toMatchObject({
      id: 'x1',
      isPinned: true,
      published: { time: { iso: '2026-03-04T14:30:00+01:00' } },
      heading: { html: 'Tytuł', id: 'tytul' },
      blocks: [{ type: 'html', html: '<div><p>Słowa.</p></div>' }],
    })
  })

  test('needs the whole class, and something to say', () => {
    expect(normaliseOne(group([paragraph('a')], 'live-updates'))).toMatchObject([{ type: 'group' }])
    expect(normaliseOne(group([paragraph('2026-03-04 14:30')]))).toEqual([])
  })

  test('in an update is its text, however deep', () => {
    const deep = `${'<div class="live-update">'.repeat(300)}dno${'</div>'.repeat(300)}`
    const made = only(wireBlock({ blockName: 'core/html', innerHTML: deep }))
    expect(JSON.stringify(made)).toContain('dno')
    expect(JSON.stringify(made.blocks)).not.toContain('"live-update"')
  })
})

describe('the updates of an article (LIVE-3)', () => {
  test('are together, the pinned ones first, each newest first, whatever their order', () => {
    const times = ['2026-03-04 10:00', '2026-03-04 12:00', '2026-03-04 11:00', '2026-03-04 09:00']
    const blocks = times.map((time, index) => at(time, time, index === 3 ? 'live-update live-pinned' : 'live-update'))
    const made = normalise([paragraph('Wstęp.'), ...blocks.flatMap((block) => [block, paragraph('Między.')])]).blocks
    expect(made.map(({ type }) => type).join(' ')).toBe(
      `paragraph ${'live-update '.repeat(4)}${'paragraph '.repeat(4)}`.trim(),
    )
    expect(made.filter(isUpdate).map(({ published, position }) => [published?.clock, position])).toEqual([
      ['09:00', 3],
      ['12:00', 0],
      ['11:00', 1],
      ['10:00', 2],
    ])
  })

  test('are pinned up to five, the newest', () => {
    const times = Array.from({ length: 8 }, (_, index) => `2026-03-04 0${index + 1}:00`)
    const made = updatesOf(...times.map((time) => at(time, time, 'live-update live-pinned')))
    expect(made.map(({ isPinned }) => isPinned)).toEqual([true, true, true, true, true, false, false, false])
    expect(made[0]?.published?.clock).toBe('08:00')
  })

  test('leave the groups and shared blocks that they stand in, which keep the rest', () => {
    const outer = group([paragraph('A'), at('2026-03-04 10:00'), paragraph('B'), paragraph('C')], 'wide')
    const made = normalise([outer]).blocks
    expect(made).toMatchObject([
      { type: 'group', blocks: [{ html: 'A' }] },
      { type: 'live-update' },
      { type: 'group', blocks: [{ html: 'B' }, { html: 'C' }] },
    ])
  })

  test('keep their ids when a newer one of the same minute comes, in either order', () => {
    const idOf = (updates: LiveUpdateBlock[], text: string) =>
      updates.find(({ blocks }) => JSON.stringify(blocks).includes(`"${text}"`))?.id
    const [first, second, older] = [
      at('2026-03-04 10:00', 'a'),
      at('2026-03-04 10:00', 'b'),
      at('2026-03-04 09:00', 'c'),
    ]
    for (const [before, after] of [
      [
        [first, older],
        [second, first, older],
      ],
      [
        [older, first],
        [older, first, second],
      ],
    ] as const) {
      const [then, now] = [updatesOf(...before), updatesOf(...after)]
      expect(idOf(now, 'a')).toBe(idOf(then, 'a'))
      expect(new Set(now.map(({ id }) => id)).size).toBe(3)
      expect(now.map(({ position }) => position)).toEqual([0, 1, 2])
      expect(idOf(now, 'b')).toBe(now[0]?.id)
    }
  })

  test('without a time stand above the older one below them', () => {
    const undated = group([paragraph('bez czasu')])
    const made = updatesOf(at('2026-03-04 12:00'), undated, at('2026-03-04 10:00'), at('2026-03-04 11:00'))
    expect(made.map(({ published }) => published?.clock)).toEqual(['12:00', '11:00', undefined, '10:00'])
  })
})
