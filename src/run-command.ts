/**
 * Runs one of the project's commands with what stands behind its name, and ends with its exit code: 1 and the message
 * when it fails.
 */
export function runCommand(run: (args: string[]) => Promise<number>): void {
  run(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
}
