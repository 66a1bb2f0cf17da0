/** What a machine reads or a reader shares has no bindings (TEXT-14). */
export function plainLine(text: string): string {
  return text.replace(BINDINGS, (sign) => (sign === '\u00a0' || sign === '\u202f' ? ' ' : ''))
}

const BINDINGS = /[\u00a0\u00ad\u202f\u2060]/g
