/** No value can close the element or the statement; lone surrogates become U+FFFD. */
export function jsonForScript(value: unknown): string {
  const json = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? item.toWellFormed() : item))
  return json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
