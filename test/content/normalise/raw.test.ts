import { type Block, innerBlocks } from '../../../src/content/block.ts'
import { CALL, normalise, normaliseOne, paragraph, wireBlock } from '../world.ts'

describe('raw HTML of an editor', () => {
  test('loses scripts, styles and handlers, and keeps text and plain markup (BLOCK-15)', () => {
    const html =
      '<div class="ramka" onclick="zlo()"><p>Ramka z <b>grubym</b> słowem</p><script>var tajne = 1</script><style>.x{color:red}</style><p style="position:fixed">Drugi akapit</p></div>'
    expect(normaliseOne({ blockName: 'core/html', innerHTML: html })).toEqual([
      { type: 'html', html: '<div><p>Ramka z\u00a0<b>grubym</b> słowem</p><p>Drugi akapit</p></div>' },
    ])
  })

  test('never frames an unknown host', () => {
    const blocks = normaliseOne({
      blockName: 'core/html',
      innerHTML: '<p>a</p><iframe src="https://obcy.example/x"></iframe>',
    })
    expect(blocks[0]).toEqual({ type: 'html', html: '<p>a</p>' })
    expect(JSON.stringify(blocks)).not.toMatch(/iframe|frame":/)
  })

  test('without text is dropped', () => {
    expect(normaliseOne({ blockName: 'core/html', innerHTML: '\n<script>x()</script>\n' })).toEqual([])
  })
})

describe('questions in questions (COST-5)', () => {
  const depthOf = (blocks: readonly Block[]): number =>
    Math.max(0, ...blocks.map((one) => 1 + depthOf(innerBlocks(one))))

  test.each(['schema-faq', 'schema-how-to'])('%s nested many times is one group, and keeps its words', (name) => {
    const innerHTML = `${`<div class="${name}">`.repeat(150)}<p>Treść</p>${'</div>'.repeat(150)}`
    const blocks = normaliseOne({ blockName: 'core/html', innerHTML })
    expect(depthOf(blocks)).toBe(2)
    expect(JSON.stringify(blocks)).toContain('Treść')
  })

  test('documents of frames are counted in them too', () => {
    let innerHTML = '<p>Dno</p>'
    for (let level = 0; level < 6; level++) {
      const written = `<div class="schema-faq">${innerHTML}</div>`.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      innerHTML = `<p>Poziom ${level}</p><iframe srcdoc="${written}"></iframe>`
    }
    const written = JSON.stringify(normaliseOne({ blockName: 'core/html', innerHTML }))
    expect(written).toContain('Poziom 3')
    expect(written).not.toContain('Poziom 2')
  })
})

describe('an article from before blocks', () => {
  test('is one nameless block of HTML (BLOCK-7)', () => {
    expect(
      normaliseOne({ blockName: null, innerHTML: '<p>Stary <i>tekst</i></p>\n<!--more-->\n<p>dalej</p>' }),
    ).toEqual([{ type: 'html', html: expect.stringMatching(/^<p>Stary <i>tekst<\/i><\/p>\s+<p>dalej<\/p>$/) }])
  })

  test('white space between blocks is dropped', () => {
    expect(normaliseOne({ blockName: null, innerHTML: '\n\n' })).toEqual([])
  })
})

describe('an unknown block', () => {
  const unknown = (fields: Record<string, unknown>) => normalise([wireBlock({ blockName: 'acf/nowy-blok', ...fields })])

  test('renders its own sanitised markup, and one report names it (BLOCK-4)', () => {
    const { blocks, problems } = unknown({ innerHTML: '<p onclick="x()">treść</p><script>x()</script>' })
    expect(blocks).toEqual([
      { type: 'unknown', name: 'acf/nowy-blok', blocks: [{ type: 'html', html: '<p>treść</p>' }] },
    ])
    expect(problems).toEqual([{ call: CALL, field: 'blockName', kind: 'unknown block acf/nowy-blok' }])
  })

  test('has its inner blocks in their places', () => {
    const { blocks } = unknown({
      innerHTML: '<p>wstęp</p><p>koniec</p>',
      innerContent: ['<p>wstęp</p>', null, '<p>środek</p>', null, '<p>koniec</p>'],
      innerBlocks: [paragraph('pierwszy'), paragraph('drugi')],
    })
    expect(blocks).toEqual([
      {
        type: 'unknown',
        name: 'acf/nowy-blok',
        blocks: [
          { type: 'html', html: '<p>wstęp</p>' },
          { type: 'paragraph', html: 'pierwszy' },
          { type: 'html', html: '<p>środek</p>' },
          { type: 'paragraph', html: 'drugi' },
          { type: 'html', html: '<p>koniec</p>' },
        ],
      },
    ])
  })

  test.each([undefined, [null], ['a', null, 'b', null, null], 'tekst'])(
    'with places %j that do not match loses neither markup nor inner blocks',
    (innerContent) => {
      const { blocks } = unknown({
        innerHTML: '<p>własny</p>',
        innerContent,
        innerBlocks: [paragraph('pierwszy'), paragraph('drugi')],
      })
      expect(JSON.stringify(blocks)).toMatch(/własny.*pierwszy.*drugi/)
    },
  )

  test('without content is still reported', () => {
    const { blocks, problems } = unknown({})
    expect(blocks).toEqual([])
    expect(problems).toHaveLength(1)
  })
})
