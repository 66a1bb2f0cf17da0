let line: string | undefined

/** The `Date` header as a line of a head. Reads the clock once a second, as Node does. */
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
