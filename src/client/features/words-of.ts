/** Texts that the server wrote for a script, by their names. */
export function wordsOf({ dataset }: HTMLElement): Readonly<Record<string, string>> {
  const words: unknown = JSON.parse(dataset.words ?? '{}')
  return Object.fromEntries(
    Object.entries(Object(words)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}
