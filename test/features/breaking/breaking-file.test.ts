import { parseBreaking } from '../../../src/features/breaking/breaking-file.ts'
import { createServices } from '../../support/customer-site.ts'

const services = createServices()
const ENTRY = '- { text: Sąd zdecydował, link: /2026/11/sad, until: 2026-11-24T18:00 }\n'
const problemsIn = (text: string): string[] => {
  const parsed = parseBreaking(text, services)
  return 'problems' in parsed ? parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : []
}

test('lines of breaking.yaml, their ends in the site’s time zone (BREAK-2)', () => {
  const other = '- { text: B, link: "https://inny.example/b", until: "2026-07-01 10:00", services: [post, plus] }\n'
  expect(parseBreaking(ENTRY + other, services)).toEqual({
    lines: [
      {
        id: expect.stringMatching(/^[\w-]{12}$/),
        text: 'Sąd zdecydował',
        href: '/2026/11/sad',
        until: Date.parse('2026-11-24T18:00:00+01:00'),
      },
      {
        id: expect.any(String),
        text: 'B',
        href: 'https://inny.example/b',
        until: Date.parse('2026-07-01T10:00:00+02:00'),
        services: ['post', 'plus'],
      },
    ],
  })
})

test('a line keeps its id when only its end changes (BREAK-6)', () => {
  const idOf = (text: string) => {
    const parsed = parseBreaking(text, services)
    return 'lines' in parsed ? parsed.lines[0]?.id : undefined
  }
  expect(idOf(ENTRY.replace('18:00', '20:00'))).toBe(idOf(ENTRY))
  expect(idOf(ENTRY.replace('zdecydował', 'orzekł'))).not.toBe(idOf(ENTRY))
})

test('an empty file has no lines (BREAK-2)', () => {
  expect(parseBreaking('', services)).toEqual({ lines: [] })
  expect(parseBreaking('# nic\n', services)).toEqual({ lines: [] })
})

test('every mistake has its place (BREAK-2)', () => {
  expect(problemsIn(ENTRY.replace('link', 'adres'))).toEqual([
    expect.stringMatching(/^1:3 "0.link" is missing/),
    expect.stringMatching(/^1:27 "adres" is unknown/),
  ])
  expect(problemsIn(ENTRY.replace('T18:00', ''))).toEqual([expect.stringMatching(/must be a date with a time/)])
  expect(problemsIn(ENTRY.replace('/2026/11/sad', 'javascript:alert(1)'))).toEqual([
    expect.stringMatching(/must be a path/),
  ])
  expect(problemsIn(ENTRY.replace(' }', ', services: [sport] }'))).toEqual([
    expect.stringMatching(/^1:\d+ "sport" must be one of post, plus/),
  ])
  expect(problemsIn(ENTRY.repeat(21))).toEqual([expect.stringMatching(/at most 20 lines/)])
})

test('a line that ends before it begins is refused, with its place (BREAK-2)', () => {
  const from = (time: string): string[] => problemsIn(ENTRY + ENTRY.replace('until', `from: "${time}", until`))
  const refused = [expect.stringMatching(/^2:\d+ "1\.until" is not later than "from"/)]
  for (const time of ['2026-11-24T19:00', '2026-11-24T18:00', '2026-11-24T17:30Z']) expect(from(time)).toEqual(refused)
  for (const time of ['2026-11-24T17:59:59', '2026-11-24T18:30+02:00']) expect(from(time)).toEqual([])
})

const SIZE = 16 * 1024
const filled = (part: string): string => part.repeat(SIZE / part.length)
const HOSTILE: Record<string, string> = {
  'lists in lists': filled('['),
  // Thousands of levels end a process, as the parser makes an expression of each.
  'maps in maps': filled('{a: '),
  'balanced brackets': '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2),
  'dashes on one line': filled('- '),
  'question marks': filled('? '),
  'tags of tags': filled('!a '),
  'anchors of anchors': filled('&a '),
  'maps by indentation': Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  'a billion laughs': Array.from({ length: 30 }, (_, n) => `- &a${n} [${n ? Array(9).fill(`*a${n - 1}`) : 'x'}]`).join(
    '\n',
  ),
  'merged maps': `- &a { text: x }\n${filled('- {<<: *a}\n')}`,
  'closing brackets': filled(']'),
  commas: `[${filled(',')}`,
  quotes: filled('"'),
  directives: filled('%x\n'),
  'bad escapes': `"${filled('\\q')}`,
  'doubled keys': `- {${filled('k: 1, ')}}`,
  'thousands of entries': filled('- {x: 1}\n'),
  'nothing but lines': filled('\n'),
}

test.each(Object.keys(HOSTILE))(
  'a hostile file (%s) is parsed within its bounds, or refused with its place (BREAK-2, SITE-3)',
  (name) => {
    const before = process.cpuUsage()
    const problems = problemsIn(HOSTILE[name] ?? '')
    const { user } = process.cpuUsage(before)
    expect(problems.length).toBeLessThanOrEqual(50)
    if (name !== 'nothing but lines') expect(problems[0]).toMatch(/^\d+:\d+ ./)
    // Of the processor: tenths of a second at most, and seconds before.
    expect(user / 1e6).toBeLessThan(2)
  },
)

test.each([
  ['lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
  ['maps', (depth: number) => '{a: '.repeat(depth) + '}'.repeat(depth)],
  ['dashes', (depth: number) => `${'- '.repeat(depth)}a`],
])('%s are refused from 51 levels on, with their place (SITE-3)', (_name, nested) => {
  const tooDeep = expect.stringMatching(/^1:\d+ is nested too deeply/)
  expect(problemsIn(nested(50))).not.toContainEqual(tooDeep)
  expect(problemsIn(nested(51))).toEqual([tooDeep])
})

test('brackets, dashes and indentation that a file may have are no depth (SITE-3)', () => {
  const text = `${'[x] '.repeat(40)}${'a - b '.repeat(3)}`.slice(0, 190)
  expect(problemsIn(`- text: "${text}"\n  link: /x\n  until: 2026-11-24T18:00\n`)).toEqual([])
})
