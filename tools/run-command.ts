/**
 * Prints the usage for `--help`. An error exits with 1.
 * @param usage ends with a line feed
 */
export function runCommand(run: (args: string[]) => Promise<number>, usage: string): void {
  const args = process.argv.slice(2)
  if (isAskedForHelp(args)) {
    process.stdout.write(usage)
    return
  }
  run(args).then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
}

/** What follows `--` is no option. */
export function isAskedForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === '--help' || arg === '-h')
}
