import { parseBreaking } from '../../src/site/breaking-file.ts'
import { createServices } from '../support/customer-site.ts'

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
