import fc from 'fast-check'
import type { Block, CorrectionBlock } from '../../../src/content/block.ts'
import { latestCorrection, revisedAt } from '../../../src/content/corrections.ts'
import { normaliseOne, paragraph, wireBlock } from '../world.ts'

const group = (innerBlocks: unknown[], attrs: object = { className: 'wide correction' }) => ({
  blockName: 'core/group',
  attrs,
  innerHTML: '<div class="wp-block-group"></div>',
  innerBlocks,
})
const day = ({ published }: CorrectionBlock) => published?.time.iso
const only = (blocks: Block[]): CorrectionBlock => {
  const [first, ...others] = blocks
  if (first?.type !== 'correction' || others.length > 0) throw new Error(JSON.stringify(blocks))
  return first
}

describe('a correction (CORR-2)', () => {
  test('is a group with the class; the date before its text is its date', () => {
    const made = only(normaliseOne(group([paragraph('<b>2026-03-04 14:30</b>: Zła liczba.'), paragraph('Dalej.')])))
    expect(made).toMatchObject({
      id: 'sprostowanie',
      blocks: [
        { type: 'paragraph', html: '<b></b>Zła liczba.' },
        { type: 'paragraph', html: 'Dalej.' },
      ],
    })
    expect(day(made)).toBe('2026-03-04T14:30:00+01:00')
  })

  test('is a paragraph with the class, known by its markup alone', () => {
    const made = only(
      normaliseOne({ blockName: 'core/paragraph', innerHTML: '<p class="x correction">2026-03-04 – Zła.</p>' }),
    )
    expect(made.blocks).toEqual([{ type: 'paragraph', html: 'Zła.' }])
    expect(day(made)).toBe('2026-03-04T00:00:00+01:00')
  })

  test('in rendered markup is a block in its place', () => {
    const innerHTML =
      '<div><p>Przed.</p><div class="wp-block-group correction"><p><time datetime="2026-03-06">6.03</time> Nota.</p></div><p>Po.</p></div>'
    const blocks = normaliseOne({ blockName: null, innerHTML })
    expect(blocks.map(({ type }) => type)).toEqual(['html', 'correction', 'html'])
    const made = blocks.find((block) => block.type === 'correction')
    expect(made && day(made)).toBe('2026-03-06T00:00:00+01:00')
    expect(made?.blocks).toEqual([{ type: 'html', html: '<p><time datetime="2026-03-06">6.03</time> Nota.</p>' }])
  })

  test('has a date of its own setting before any in its text', () => {
    const made = only(
      normaliseOne(
        group([paragraph('2026-\u206001-\u206001 nic.')], { className: 'correction', date: '2026-05-05T08:00' }),
      ),
    )
    expect(day(made)).toBe('2026-05-05T08:00:00+02:00')
    expect(made.blocks).toEqual([{ type: 'paragraph', html: '2026-\u206001-\u206001 nic.' }])
  })

  test.each([
    '2026-02-30: nic',
    '2026-\u206003-\u206004abc nic',
    'Dnia 2026-\u206003-\u206004 nic',
    '2026-\u206003-\u2060041 nic',
    'nic',
  ])('without a date at its beginning (%j) keeps its text and has none', (text) => {
    const made = only(normaliseOne(group([paragraph(text)])))
    expect(day(made)).toBeUndefined()
    if (!text.startsWith('2026-02-30')) expect(made.blocks).toEqual([{ type: 'paragraph', html: text }])
  })

  test('needs the whole class, and something to say', () => {
    expect(normaliseOne(group([paragraph('a')], { className: 'corrections' }))).toMatchObject([{ type: 'group' }])
    expect(normaliseOne(group([paragraph(' ')]))).toEqual([])
    const inText = '<p>Słowo <span class="correction">poprawione</span>.</p>'
    expect(normaliseOne({ blockName: 'core/html', innerHTML: inText })).toMatchObject([{ type: 'html' }])
  })

  test('in a correction is its text, however deep', () => {
    const deep = `${'<div class="correction">'.repeat(300)}dno${'</div>'.repeat(300)}`
    const made = only(normaliseOne({ blockName: 'core/html', innerHTML: deep }))
    expect(JSON.stringify(made)).toContain('dno')
    expect(JSON.stringify(made.blocks)).not.toContain('"correction"')
  })

  test('takes any text without a tag of the editor in it becoming more than text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const escaped = text.replace(/[&<>"]/g, '')
        const blocks = normaliseOne(group([paragraph(escaped)]))
        return blocks.length <= 1 && blocks.every(({ type }) => type === 'correction')
      }),
    )
  })
})

describe('the latest correction (CORR-3)', () => {
  const at = (date: string) =>
    normaliseOne(group([wireBlock({ innerHTML: '<p>a</p>' })], { className: 'correction', date }))
  const [old, recent] = [at('2026-03-04T10:00'), at('2026-06-04T10:00')]
  const time = (blocks: Block[]) => only(blocks).published

  test('is that of the latest date, wherever it stands', () => {
    expect(latestCorrection([{ type: 'group', blocks: recent }, ...old])).toBe(recent[0])
    expect(latestCorrection([])).toBeUndefined()
  })

  test('revises the article where the CMS says nothing later', () => {
    const [published, modified] = [time(at('2026-03-01T10:00')), time(at('2026-05-01T10:00'))]
    expect(revisedAt(recent, { published, modified })).toBe(time(recent))
    expect(revisedAt(old, { published, modified })).toBe(modified)
    expect(revisedAt(old, { published, modified: undefined })).toBe(time(old))
    expect(revisedAt(at('2026-02-01T10:00'), { published, modified: undefined })).toBeUndefined()
  })
})
