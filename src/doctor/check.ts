/** What a check found, in sentences for an operator. */
export interface Finding {
  /** `weak`: the portal works, and something is worth a look. `bad`: it does not. */
  state: 'good' | 'weak' | 'bad'
  says: string
  /** What to do about it. */
  fix?: string
}

export interface Check {
  /** What is being looked at; shown while it is. */
  title: string
  run(): Promise<Finding>
  /** Without it the checks after it have nothing to say. */
  isGround?: boolean
}

export const good = (says: string): Finding => ({ state: 'good', says })
export const weak = (says: string, fix: string): Finding => ({ state: 'weak', says, fix })
export const bad = (says: string, fix: string): Finding => ({ state: 'bad', says, fix })

/** Where findings are shown. */
export interface Screen {
  begin(title: string): void
  end(finding: Finding): void
  say(line: string): void
}

/**
 * Runs checks one after another, until one on which the others stand fails.
 * @returns what they found
 */
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
