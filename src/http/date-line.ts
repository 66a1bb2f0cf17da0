let line: string | undefined

/** `Date`, as a line of a head. The clock is read once a second, as Node does it for its own heads. */
export function dateLine(): string {
  if (line !== undefined) return line
  const now = new Date()
  line = `Date: ${now.toUTCString()}\r\n`
  setTimeout(forget, 1000 - now.getMilliseconds()).unref()
  return line
}

function forget(): void {
  line = undefined
}
