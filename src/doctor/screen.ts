import { stripVTControlCharacters } from 'node:util'
import ora from 'ora'
import type { Finding, Screen } from './check.ts'

const MARKS: Record<Finding['state'], string> = { good: 'ok  ', weak: 'look', bad: 'FIX ' }
const STYLES = { good: 'succeed', weak: 'warn', bad: 'fail' } as const

/**
 * A spinner while a check works, then its finding; where nobody watches (a pipe, a log), a line for each finding.
 * @param clean takes out what must not be seen
 */
export function createScreen(stream: NodeJS.WriteStream, clean: (text: string) => string): Screen {
  // What another server wrote could steer the terminal.
  const shown = (text: string): string => stripVTControlCharacters(clean(text))
  const say = (line: string): void => void stream.write(`${line}\n`)
  const sayFix = ({ fix }: Finding): void => {
    if (fix !== undefined) say(`     ${shown(fix).replaceAll('\n', '\n     ')}`)
  }
  // A terminal of unknown width has none, and the spinner would clear its lines without an end.
  if (!stream.isTTY || !stream.columns) {
    return {
      begin() {},
      end(finding) {
        say(`${MARKS[finding.state]} ${shown(finding.says)}`)
        sayFix(finding)
      },
      say: (line) => say(shown(line)),
    }
  }
  // Nothing is typed: the keyboard stays as it is.
  const spinner = ora({ stream, discardStdin: false })
  return {
    begin: (title) => void spinner.start(title),
    end(finding) {
      spinner[STYLES[finding.state]](shown(finding.says))
      sayFix(finding)
    },
    say: (line) => say(shown(line)),
  }
}
