export interface Finding {
  /** `weak`: the portal works, with a shortcoming. `bad`: it does not work. */
  state: 'good' | 'weak' | 'bad'
  says: string
  fix?: string
}

export interface Check {
  /** Shown while the check runs. */
  title: string
  run(): Promise<Finding>
  /** Later checks depend on this one. */
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

/**
 * Runs checks in order; stops when one that others depend on fails.
 * @returns the findings
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
