import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { bad, createScreen, runChecks, type Screen, weak } from '../../../tools/doctor/run-checks.ts'

/** The output to a stream with the given terminal properties. */
function written(terminal: { isTTY: boolean; columns: number }, show: (screen: Screen) => void): string {
  const stream = Object.assign(Object.create(WriteStream.prototype), new PassThrough(), { ...terminal })
  let text = ''
  stream.write = (chunk: string) => {
    text += chunk
    return true
  }
  show(createScreen(stream, (line) => line.replaceAll('tajne', '***')))
  return text
}

const show = (screen: Screen): void => {
  screen.begin('Patrzę')
  screen.end(bad('Nie tajne \u001b[2Jdziała.', 'Zrób to.\nI to.'))
}

test.each([
  ['a pipe', { isTTY: false, columns: 80 }],
  ['a terminal of unknown width', { isTTY: true, columns: 0 }],
])(
  '%s gets a line for a finding and the remedy below it, without secrets and control characters',
  (_case, terminal) => {
    expect(written(terminal, show)).toBe('FIX  Nie *** działa.\n     Zrób to.\n     I to.\n')
  },
)

test('after a failed check, the checks that depend on it are skipped; one that throws is a finding', async () => {
  const said: string[] = []
  const screen: Screen = { begin: (title) => void said.push(title), end: () => {}, say: () => {} }
  const findings = await runChecks(
    [
      { title: 'a', run: async () => weak('x', 'y') },
      { title: 'b', run: () => Promise.reject(new Error('pękło')) },
      { title: 'c', run: async () => bad('x', 'y'), isGround: true },
      { title: 'd', run: async () => weak('x', 'y') },
    ],
    screen,
  )
  expect(said).toEqual(['a', 'b', 'c'])
  expect(findings.map(({ state }) => state)).toEqual(['weak', 'bad', 'bad'])
  expect(findings[1]?.says).toContain('pękło')
})
