import { stripVTControlCharacters } from 'node:util'
import ora from 'ora'
import type { Finding, Screen } from './check.ts'

const MARKS: Record<Finding['state'], string> = { good: 'ok  ', weak: 'look', bad: 'FIX ' }
const STYLES = { good: 'succeed', weak: 'warn', bad: 'fail' } as const

/**
 * Shows a spinner while a check runs, then its finding; without a terminal one line for each finding.
 * @param clean removes secrets
 */
export function createScreen(stream: NodeJS.WriteStream, clean: (text: string) => string): Screen {
  // Another server's text could contain terminal control codes.
  const shown = (text: string): string => stripVTControlCharacters(clean(text))
  const say = (line: string): void => void stream.write(`${line}\n`)
  const sayFix = ({ fix }: Finding): void => {
    if (fix !== undefined) say(`     ${shown(fix).replaceAll('\n', '\n     ')}`)
  }
  // On a terminal of unknown width the spinner would clear lines without end.
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
  // There is no input, so the keyboard stays unchanged.
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
