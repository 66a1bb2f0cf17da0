import { stripVTControlCharacters } from 'node:util'
import yoctoSpinner from 'yocto-spinner'

export interface Finding {
  /** `weak`: the portal works, with a shortcoming. `bad`: it does not work. */
  state: 'good' | 'weak' | 'bad'
  says: string
  fix?: string
}

export interface Check {
  title: string
  run(): Promise<Finding>
  isGround?: boolean
}

export const good = (says: string): Finding => ({ state: 'good', says })
export const weak = (says: string, fix: string): Finding => ({ state: 'weak', says, fix })
export const bad = (says: string, fix: string): Finding => ({ state: 'bad', says, fix })

export interface Screen {
  begin(title: string): void
  end(finding: Finding): void
  say(line: string): void
}

/** Stops when a check that others depend on fails. */
export async function runChecks(checks: readonly Check[], screen: Screen): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { title, run, isGround = false } of checks) {
    screen.begin(title)
    const finding = await run().catch((error: unknown) =>
      bad(
        `${title}: this check itself failed (${error instanceof Error ? error.message : String(error)}).`,
        'Run it again; when it fails again, report these words.',
      ),
    )
    screen.end(finding)
    findings.push(finding)
    if (finding.state === 'bad' && isGround) break
  }
  return findings
}

const MARKS: Record<Finding['state'], string> = { good: 'ok  ', weak: 'look', bad: 'FIX ' }
const STYLES = { good: 'success', weak: 'warning', bad: 'error' } as const

/** @param clean removes secrets */
export function createScreen(stream: NodeJS.WriteStream, clean: (text: string) => string): Screen {
  // It may contain terminal control codes.
  const shown = (text: string): string => stripVTControlCharacters(clean(text))
  const say = (line: string): void => void stream.write(`${line}\n`)
  const sayFix = ({ fix }: Finding): void => {
    if (fix !== undefined) say(`     ${shown(fix).replaceAll('\n', '\n     ')}`)
  }
  // Without a width the spinner would clear lines without end.
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
  const spinner = yoctoSpinner({ stream })
  return {
    begin: (title) => void spinner.start(title),
    end(finding) {
      spinner[STYLES[finding.state]](shown(finding.says))
      sayFix(finding)
    },
    say: (line) => say(shown(line)),
  }
}
