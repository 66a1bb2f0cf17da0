import { parsedLine, warningOf } from '../../../tools/start/log-line.ts'
import { commandOf, startOptions } from '../../../tools/start/options.ts'
import { nextFreePort } from '../../../tools/start/taken-port.ts'
import { welcome } from '../../../tools/start/welcome.ts'
import { site } from '../../support/customer-site.ts'

const line = (fields: object) => {
  const parsed = parsedLine(JSON.stringify(fields))
  if (!parsed) throw new Error('no line of the log')
  return parsed
}

describe('a line of the log in words (RUN-11)', () => {
  test('what is only information is not said', () => {
    expect(warningOf(line({ level: 30, msg: 'request', path: '/' }))).toBeUndefined()
  })

  test('a warning has its facts and its remedy', () => {
    const said = warningOf(line({ level: 40, time: 1, pid: 2, msg: 'a file is broken', file: 'a.md', fix: 'Mend it.' }))
    expect(said).toBe('  Note: a file is broken (file: a.md)\n    Mend it.')
  })

  test('an error has its cause', () => {
    expect(warningOf(line({ level: 60, msg: 'could not start', err: { message: 'no disk' } }))).toBe(
      '  Error: could not start (no disk)',
    )
  })

  test('a file of the newsroom is named with what it lacks, as the doctor names it', () => {
    const message = 'gazeta/articles/ferry.html: no date: write "date: 2026-03-01T10:00" into the front matter'
    const error = { level: 50, msg: 'source', err: { type: 'NewsroomFileError', message } }
    expect(warningOf(line(error))).toBe(`  Error: a file of the newsroom cannot be read:\n    ${message}`)
    const reason = 'gazeta/articles/ferry.md:9: no such block'
    expect(warningOf(line({ level: 40, msg: 'a file of the newsroom', reason }))).toBe(
      `  Note: a file of the newsroom has a mistake:\n    ${reason}`,
    )
  })

  test('of other content that fails the cause is said', () => {
    const failed = { level: 50, msg: 'source', err: { type: 'AxiosError', message: 'connect ECONNREFUSED' } }
    expect(warningOf(line(failed))).toBe('  Error: content cannot be loaded (connect ECONNREFUSED)')
  })

  test.each(['', 'Debugger listening', '[]', '{"level":"high"}', 'null'])('%j is no line of it', (text) => {
    expect(parsedLine(text)).toBeUndefined()
  })
})

describe('arguments (RUN-11)', () => {
  test.each([
    [['--port', '8080'], { port: '8080', isLog: false, isHelp: false }],
    [['-p', '0'], { port: '0', isLog: false, isHelp: false }],
    [['--json'], { port: undefined, isLog: true, isHelp: false }],
    [[], { port: undefined, isLog: false, isHelp: false }],
  ])('%j', (args, options) => {
    expect(startOptions(args, 'npm start --')).toEqual(options)
  })

  test.each([[['--prot', '1']], [['--port', '70000']], [['--port', 'x']], [['8080']]])(
    '%j is said, with what there is',
    (args) => {
      expect(() => startOptions(args, 'npm start --')).toThrow(/usage: npm start -- \[options\]/)
    },
  )

  test.each([
    ['start', 'npm start --'],
    ['serve', 'npm run serve --'],
    ['npx', 'npx szpalta start'],
    [undefined, 'node dist/start.js'],
  ])('called by the script %s, the command is %s', (script, command) => {
    expect(commandOf({ npm_lifecycle_event: script })).toBe(command)
  })
})

describe('the welcome (RUN-11)', () => {
  const started = { port: 3000, host: '0.0.0.0', content: 'the articles of its newsroom', command: 'npm start --' }
  const urlsIn = (text: string) => text.match(/http:\S+/g)

  test('has the default service, the tour, and every other service', () => {
    expect(urlsIn(welcome({ ...started, site }))).toEqual([
      'http://localhost:3000',
      'http://localhost:3000/przewodnik',
      'http://post.localhost:3000',
      'http://plus.localhost:3000',
      'http://rozrywka.localhost:3000',
      'http://bizblog.localhost:3000',
      'http://autoblog.localhost:3000',
    ])
  })

  test('of a host of its own there is that one alone, and of a WordPress the front page', () => {
    expect(urlsIn(welcome({ ...started, host: '192.0.2.7', site }))?.[0]).toBe('http://192.0.2.7:3000')
    expect(urlsIn(welcome({ ...started, host: '2001:db8::7' }))).toEqual(['http://[2001:db8::7]:3000'])
    expect(urlsIn(welcome(started))).toEqual(['http://localhost:3000'])
  })

  test('a remedy for a taken port is one that is free', async () => {
    expect(await nextFreePort(3000, async (port) => port === 3004)).toBe(3004)
    expect(await nextFreePort(65_535, async () => true)).toBe(0)
  })
})
