import fc from 'fast-check'
import { type ParsedBlock, parseBlocks } from '../../src/sources/block-grammar.ts'
import { RUNS } from '../support/property-runs.ts'

/** A leaf with its markup. */
const leaf = (blockName: string | null, innerHTML: string, attrs = {}): ParsedBlock => ({
  blockName,
  attrs,
  innerHTML,
  innerContent: innerHTML === '' ? [] : [innerHTML],
  innerBlocks: [],
})

/** Names of a tree by depth. Iterative, because a tree may be deep. */
function namesOf(blocks: readonly ParsedBlock[]): Array<[number, string | null]> {
  const names: Array<[number, string | null]> = []
  const stack = blocks.map((block) => ({ block, depth: 0 })).reverse()
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { block, depth } = next
    names.push([depth, block.blockName])
    for (const inner of [...block.innerBlocks].reverse()) stack.push({ block: inner, depth: depth + 1 })
  }
  return names
}

/** All markup of a tree in document order. */
function markupOf(block: ParsedBlock): string {
  const inner = [...block.innerBlocks]
  return block.innerContent
    .map((piece) => piece ?? (inner.length > 0 ? markupOf(inner.shift() as ParsedBlock) : ''))
    .join('')
}

describe('a block', () => {
  test('has the name, the settings and the markup between its delimiters', () => {
    const document = '<!-- wp:heading {"level":3} -->\n<h3>Tytuł</h3>\n<!-- /wp:heading -->'
    expect(parseBlocks(document)).toEqual([leaf('core/heading', '\n<h3>Tytuł</h3>\n', { level: 3 })])
  })

  test('without a namespace gets the core namespace, with one keeps it', () => {
    expect(parseBlocks('<!-- wp:separator /--><!-- wp:acf/separator /--><!-- wp:core/spacer /-->')).toEqual([
      leaf('core/separator', ''),
      leaf('acf/separator', ''),
      leaf('core/spacer', ''),
    ])
  })

  test('may be self-closing and still have settings', () => {
    expect(parseBlocks('<!-- wp:acf/giphy {"data":{"id_gifa":"x1"}} /-->')).toEqual([
      leaf('acf/giphy', '', { data: { id_gifa: 'x1' } }),
    ])
  })

  test('has its inner blocks in their places', () => {
    const document =
      '<!-- wp:group --><div><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --> i <!-- wp:separator /--></div><!-- /wp:group -->'
    expect(parseBlocks(document)).toEqual([
      {
        blockName: 'core/group',
        attrs: {},
        innerHTML: '<div> i </div>',
        innerContent: ['<div>', null, ' i ', null, '</div>'],
        innerBlocks: [leaf('core/paragraph', '<p>a</p>'), leaf('core/separator', '')],
      },
    ])
  })

  test('may contain blocks of the same name', () => {
    const document =
      '<!-- wp:list --><!-- wp:list --><!-- wp:list /--><!-- /wp:list --><!-- /wp:list --><!-- wp:list /-->'
    expect(namesOf(parseBlocks(document)).map(([depth]) => depth)).toEqual([0, 1, 2, 0])
  })
})

describe('text outside of blocks', () => {
  test('is a nameless block, even if it is only white space', () => {
    expect(parseBlocks('<p>wstęp</p>\n<!-- wp:separator /-->\n\n<!-- wp:separator /-->\n<p>koniec</p>')).toEqual([
      leaf(null, '<p>wstęp</p>\n'),
      leaf('core/separator', ''),
      leaf(null, '\n\n'),
      leaf('core/separator', ''),
      leaf(null, '\n<p>koniec</p>'),
    ])
  })

  test('an empty document has no blocks', () => {
    expect(parseBlocks('')).toEqual([])
  })

  test.each([
    '<!-- zwykły komentarz -->',
    '<!--more-->',
    '<!--wp:paragraph-->',
    '<!-- wp:Paragraph -->',
    '<!-- wp:1a -->',
    '<!-- wp: -->',
    '<!-- wp:a/b/c -->',
    '<!-- wp:paragraph',
    '<!-- wp:paragraph {"a":1} x -->',
    '<!-- -->',
    '<!-->',
  ])('%s is text, not a delimiter', (document) => {
    expect(parseBlocks(document)).toEqual([leaf(null, document)])
  })
})

describe('settings', () => {
  test('may contain any JSON', () => {
    const attrs = {
      text: 'cudzysłów " i \\ i \n',
      nested: { list: [1, 'dwa', null, true, { a: [] }], empty: {} },
      braces: '} {"a":1} }',
      arrows: '--> <!-- /wp:x --',
    }
    // The editor writes these characters as escapes, so that they cannot end the comment.
    const json = JSON.stringify(attrs)
      .replaceAll('--', '\\u002d\\u002d')
      .replaceAll('<', '\\u003c')
      .replaceAll('>', '\\u003e')
    expect(parseBlocks(`<!-- wp:acf/chart ${json} /-->`)).toEqual([leaf('acf/chart', '', attrs)])
  })

  test('of any kind are read unchanged', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue()).map((attrs) => JSON.stringify(attrs))
    fc.assert(
      fc.property(json, fc.boolean(), (written, isVoid) => {
        const escaped = written.replaceAll('--', '\\u002d\\u002d').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
        const [block] = parseBlocks(`<!-- wp:acf/x ${escaped} ${isVoid ? '/-->' : '-->tekst<!-- /wp:acf/x -->'}`)
        expect(block?.attrs).toEqual(JSON.parse(written))
        expect(block?.innerHTML).toBe(isVoid ? '' : 'tekst')
      }),
    )
  })

  test('may span lines', () => {
    expect(parseBlocks('<!-- wp:acf/x {\n  "a": 1\n} -->b<!-- /wp:acf/x -->')).toEqual([leaf('acf/x', 'b', { a: 1 })])
  })

  test.each(['{"a":}', '{a:1}', "{'a':1}", '{"a":1,}', '{}'])(
    'that are invalid JSON, %s, or empty, are none',
    (json) => {
      const document = `<!-- wp:paragraph ${json} --><p>tekst</p>`
      expect(parseBlocks(document)).toEqual([leaf('core/paragraph', '<p>tekst</p>')])
    },
  )

  test('may contain the end of a comment as text', () => {
    expect(parseBlocks('<!-- wp:acf/x {"a":"-->"} -->b<!-- /wp:acf/x -->')).toEqual([leaf('acf/x', 'b', { a: '-->' })])
  })
})

describe('malformed markup', () => {
  test('a block that is never closed ends with the document', () => {
    expect(parseBlocks('<!-- wp:paragraph --><p>a</p>')).toEqual([leaf('core/paragraph', '<p>a</p>')])
  })

  test('nested blocks that are never closed end with the document, and no text is duplicated', () => {
    const document = '<!-- wp:group -->a<!-- wp:list -->b'
    expect(parseBlocks(document)).toEqual([
      { ...leaf('core/group', 'a'), innerContent: ['a', null], innerBlocks: [leaf('core/list', 'b')] },
    ])
  })

  test('a closing delimiter closes the innermost open block, whatever its name', () => {
    const document =
      '<!-- wp:group --><!-- wp:paragraph --><p>a</p><!-- /wp:group --><!-- wp:heading --><h2>b</h2><!-- /wp:heading --><!-- /wp:group -->'
    expect(namesOf(parseBlocks(document))).toEqual([
      [0, 'core/group'],
      [1, 'core/paragraph'],
      [1, 'core/heading'],
    ])
    expect(parseBlocks(document).map(markupOf)).toEqual(['<p>a</p><h2>b</h2>'])
  })

  test('a closing delimiter without an open block makes the rest of the document text', () => {
    expect(parseBlocks('<!-- wp:separator /-->a<!-- /wp:group --><!-- wp:separator /-->')).toEqual([
      leaf('core/separator', ''),
      leaf(null, 'a<!-- /wp:group --><!-- wp:separator /-->'),
    ])
  })

  test('a comment that another one interrupts is text, and the other one counts', () => {
    expect(namesOf(parseBlocks('<!-- wp:group <!-- wp:separator /-->'))).toEqual([
      [0, null],
      [0, 'core/separator'],
    ])
  })
})

describe('any document', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<!-- wp:group -->',
      '<!-- /wp:group -->',
      '<!-- wp:list -->',
      '<!-- /wp:list -->',
      '<!-- wp:spacer /-->',
    ),
    fc.constantFrom(
      '<!-- wp:acf/x {"a":{"b":"}"}} -->',
      '<!-- /wp:acf/x -->',
      '<!--',
      '-->',
      '<!-- wp:',
      '{',
      '}',
      ' ',
      '/',
    ),
    fc.string({ maxLength: 5 }),
  )
  const document = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  const delimiter =
    /<!--\s+(\/)?wp:(?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*\s+(?:\{(?:(?!\}\s+\/?-->)[\s\S])*\}\s+)?(\/)?-->/g
  /** After a closing delimiter without an open block everything is text, including delimiters. */
  const closesNothing = (text: string): boolean => {
    let depth = 0
    return [...text.matchAll(delimiter)].some(([, closes, isVoid]) => {
      if (!isVoid) depth += closes ? -1 : 1
      return depth < 0
    })
  }

  test('no text is lost or duplicated', () => {
    fc.assert(
      fc.property(document, (written) => {
        fc.pre(!closesNothing(written))
        expect(parseBlocks(written).map(markupOf).join('')).toBe(written.replace(delimiter, ''))
      }),
      { numRuns: RUNS },
    )
  })

  test('the markup of a block is its content without its inner blocks, and each has its place', () => {
    fc.assert(
      fc.property(document, (written) => {
        const check = (block: ParsedBlock): void => {
          expect(block.innerHTML).toBe(block.innerContent.filter((content) => content !== null).join(''))
          expect(block.innerContent.filter((content) => content === null)).toHaveLength(block.innerBlocks.length)
          block.innerBlocks.forEach(check)
        }
        parseBlocks(written).forEach(check)
      }),
    )
  })
})

describe('a megabyte', () => {
  const megabyte = (text: string): string => text.repeat(Math.ceil(1_000_000 / text.length))

  test.each([
    ['comments that never end', '<!-- '],
    ['delimiters that never end', '<!-- wp:a '],
    ['blocks that are never closed', '<!-- wp:a -->'],
    ['blocks that another name closes', '<!-- wp:a --><!-- /wp:b -->'],
    ['settings that never end', '<!-- wp:a {"a":"'],
    ['settings that are invalid JSON', '<!-- wp:a {"a"} -->'],
    ['ends of comments', '-->'],
    ['comments and their ends', '<!---->'],
  ])('of %s is parsed to its end', (_, piece) => {
    const document = `${megabyte(piece)}<!-- wp:last /-->`
    const names = namesOf(parseBlocks(document))
    expect(names.at(-1)?.[1]).toBe('core/last')
  })

  test.each([
    ['white space in a delimiter', `<!-- wp:a${' '.repeat(1_000_000)}x -->`],
    ['braces in a delimiter', `<!-- wp:a {${'} '.repeat(500_000)}x -->`],
    ['deep settings', `<!-- wp:a {"a":${'['.repeat(500_000)}${']'.repeat(500_000)}} x -->`],
    ['one beginning and no end', `<!-- wp:a ${'x'.repeat(1_000_000)}`],
    ['beginnings with one end', `${'<!--'.repeat(250_000)}-->`],
    ['closing delimiters without an open block', megabyte('<!-- /wp:a -->')],
  ])('of %s is text', (_, document) => {
    expect(parseBlocks(document)).toEqual([leaf(null, document)])
  })

  test.each([
    ['delimiters', '<!-- wp:paragraph '],
    ['blocks', '<!-- wp:paragraph -->'],
  ])('of unclosed %s, once and twice: the durations are printed', (name, piece) => {
    const took = [1, 2].map((count) => {
      const document = megabyte(piece).repeat(count)
      const runs = Array.from({ length: 5 }, () => {
        const startedAt = performance.now()
        parseBlocks(document)
        return performance.now() - startedAt
      })
      return Math.min(...runs)
    })
    process.stdout.write(`  unclosed ${name}: ${took.map((ms) => ms.toFixed(1)).join(' ms and ')} ms\n`)
    expect(took).toHaveLength(2)
  })
})
